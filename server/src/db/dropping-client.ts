import pg from 'pg';

/** What `pg` throws when an answer takes longer than `query_timeout`. */
const LATE = 'Query read timeout';

/**
 * A connection that ends when an answer takes longer than its `query_timeout`. `pg` keeps it open,
 * and a pool would hand it out again, although whoever gets it waits for that answer too.
 */
export class DroppingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    const query = (...given: unknown[]) => {
      const answer = send(...given);
      if (answer instanceof Promise) answer.catch((error: Error) => this.#endIfLate(error));
      return answer;
    };
    this.query = query as typeof this.query;
  }

  #endIfLate({ message }: Error): void {
    if (message === LATE) this.end().catch(() => undefined);
  }
}
