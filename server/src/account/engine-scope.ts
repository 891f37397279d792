import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries } from '../db/client.ts';

/** What one transaction around calls of the engine carries. */
export type EngineScope = {
  tx: Queries;
  /** The id of the member that a consumed invite lets in; without one no account is created. */
  joining?: string;
  /** The hash of the password at hand, so that no connection is held while hashing. */
  passwordHash?: string;
};

const scopes = new AsyncLocalStorage<EngineScope>();

/** The scope that the running engine call belongs to, if any. */
export function currentScope(): EngineScope | undefined {
  return scopes.getStore();
}

/**
 * Runs calls of the engine and queries of our own in one transaction: what throws undoes both.
 * The engine's own transactions inside become savepoints.
 */
export function runInScope<T>(
  db: Database,
  given: Omit<EngineScope, 'tx'>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  return db.drizzle.transaction((tx) => scopes.run({ ...given, tx }, () => work(tx)));
}

/** The database as the engine sees it: the scope's transaction inside one, the pool outside. */
export function scopedDatabase(db: Database): Database['drizzle'] {
  return new Proxy(db.drizzle, {
    get(pool, property) {
      const target = (scopes.getStore()?.tx ?? pool) as Database['drizzle'];
      const value = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
