import { JitlessClient } from './jitless-client.ts';

/** What `pg` throws when an answer takes longer than `query_timeout`. */
export const LATE = 'Query read timeout';

/**
 * A connection that ends when an answer takes longer than its `query_timeout`. `pg` keeps it open,
 * and a pool would hand it out again, to a query that then waits for that answer too.
 */
export class DroppingClient extends JitlessClient {
  /** As its parent's; `never` fits each of its signatures. */
  override query(...given: never[]): never {
    const answer: unknown = Reflect.apply(super.query, this, given);
    if (answer instanceof Promise) answer.catch((error: Error) => this.#endIfLate(error));
    return answer as never;
  }

  #endIfLate({ message }: Error): void {
    if (message === LATE) this.end().catch(() => undefined);
  }
}
