import { TIMEOUTS } from '../timeouts.ts';
import { DroppingClient } from './dropping-client.ts';
import { isUnanswered, watchAnswers } from './watch-answers.ts';

/**
 * A class of connections for statements that may take minutes. Another connection asks PostgreSQL
 * about a statement that takes long: a connection that has no work there has lost its answer, and
 * ends.
 */
export function watchedClient(url: string) {
  return class WatchedClient extends DroppingClient {
    /** As its parent's; `never` fits each of its signatures. */
    override query(...given: never[]): never {
      const answer: unknown = Reflect.apply(super.query, this, given);
      if (answer instanceof Promise) this.#endIfSilent(answer);
      return answer as never;
    }

    #endIfSilent(answer: Promise<unknown>): void {
      const end = () => {
        this.end().catch(() => undefined);
      };
      let watch: Promise<() => Promise<void>> | undefined;
      const timer = setTimeout(() => {
        const { processID: pid } = this as unknown as { processID: number };
        watch = watchAnswers({ url, pid, onSilent: end });
        watch.catch((error) => {
          if (isUnanswered(error)) end();
        });
      }, TIMEOUTS.databaseSilence).unref();
      const stop = async () => {
        clearTimeout(timer);
        await (await watch)?.();
      };
      answer.then(stop, stop).catch(() => undefined);
    }
  };
}
