import pg from 'pg';

/**
 * A connection of this server. PostgreSQL can't cancel a statement while it compiles it (`jit`, on
 * by default), which takes longer than any limit for a large one. `pg` replaces `options` by those
 * in the database's address; here they are combined, and those given here count.
 */
export class JitlessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connectionParameters } = this as unknown as {
      connectionParameters: { options?: string };
    };
    const all = [connectionParameters.options, config?.options, '-c jit=off'];
    connectionParameters.options = all.filter(Boolean).join(' ');
  }
}
