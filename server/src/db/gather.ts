import { databaseErrorOf } from './client.ts';

/** So many groups are under way at once; what comes meanwhile makes up the next one. */
const UNDER_WAY = 2;
const GROUP_MAX = 32;
/** A group that takes longer waits for somebody's lock, and keeps nobody else waiting. */
const PATIENCE_MS = 100;

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes one statement of what several callers ask for at the same time. `runAll` is given their items
 * and gives the results in the same order; if PostgreSQL refuses a group, each item is run alone, so
 * that nobody suffers from what another one sent. docs/decisions/0024-writes-together.md
 */
export function gather<Item, Result>(
  runAll: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;

  async function run(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await runAll(group.map(({ item }) => item));
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result);
    } catch (error) {
      if (group.length > 1 && databaseErrorOf(error)) {
        await Promise.all(group.map((one) => run([one])));
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }

  function sendNext(): void {
    if (underWay >= UNDER_WAY || waiting.length === 0) return;
    underWay += 1;
    let isUnderWay = true;
    const makeRoom = () => {
      clearTimeout(patience);
      if (!isUnderWay) return;
      isUnderWay = false;
      underWay -= 1;
      sendNext();
    };
    const patience = setTimeout(makeRoom, PATIENCE_MS);
    run(waiting.splice(0, GROUP_MAX)).then(makeRoom, makeRoom);
    sendNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // What this turn of the event loop brings leaves together.
      if (waiting.length === 1) setImmediate(sendNext);
    });
}
