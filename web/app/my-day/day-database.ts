import type { Account } from '@kindpal/contract/account/schema';

type Member = Pick<Account, 'id' | 'role' | 'active_role'>;

const PREFIX = 'kindpal-day-';
const QUEUE_PREFIX = 'kindpal-queue-';

/** The database of a member's day; another role is another database, so that the old one goes. */
export function dayDatabaseOf({ id, role, active_role }: Member): string {
  return `${PREFIX}${id}.${role}.${active_role}`;
}

/** What a member did without a network waits in a database of its own, which a change of role leaves. */
export const queueDatabaseOf = (memberId: string) => `${QUEUE_PREFIX}${memberId}`;

/** Whether anything of a member may wait on this device. */
export async function hasQueue(memberId: string): Promise<boolean> {
  return (await listDatabases([queueDatabaseOf(memberId)])).length > 0;
}

/** The database that somebody's day lies in on this device; null where there is none. */
export async function findDayDatabase(): Promise<string | null> {
  return (await listDatabases([PREFIX]))[0] ?? null;
}

/** Removes everybody's day and queue from this device but this member's; everybody's for null. [U6] */
export async function keepDayOf(member: Member | null): Promise<void> {
  const kept = member ? [dayDatabaseOf(member), queueDatabaseOf(member.id)] : [];
  for (const name of await listDatabases([PREFIX, QUEUE_PREFIX])) {
    if (!kept.includes(name)) indexedDB.deleteDatabase(name);
  }
}

async function listDatabases(prefixes: readonly string[]): Promise<string[]> {
  // Browsers that cannot list databases, or keep none, have nothing to remove: nothing is saved there.
  if (typeof indexedDB === 'undefined' || !indexedDB.databases) return [];
  const databases = await indexedDB.databases().catch(() => []);
  return databases
    .map(({ name = '' }) => name)
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}
