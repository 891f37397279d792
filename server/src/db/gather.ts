import { databaseErrorOf } from './client.ts';

/** How many groups run at once; calls that come meanwhile form the next one. */
const UNDER_WAY = 2;
const GROUP_MAX = 32;
/** A group that takes longer waits for a lock, and must not delay others. */
const GROUP_TIMEOUT_MS = 100;

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Combines concurrent calls into one statement. `runAll` gets their items and returns the results
 * in the same order; if PostgreSQL refuses a group, each item runs alone, so that no caller
 * suffers from another's input. docs/decisions/0024-writes-together.md
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
      clearTimeout(timeout);
      if (!isUnderWay) return;
      isUnderWay = false;
      underWay -= 1;
      sendNext();
    };
    const timeout = setTimeout(makeRoom, GROUP_TIMEOUT_MS);
    run(waiting.splice(0, GROUP_MAX)).then(makeRoom, makeRoom);
    sendNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Calls of the same event loop turn are sent together.
      if (waiting.length === 1) setImmediate(sendNext);
    });
}
