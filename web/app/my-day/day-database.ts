import type { Account } from '@kindpal/contract/account/schema';

type Member = Pick<Account, 'id' | 'role' | 'active_role'>;

const PREFIX = 'kindpal-day-';
const QUEUE_PREFIX = 'kindpal-queue-';

/**
 * The name of the database of a member's day. Each role has its own, so that a change of role
 * removes the old day.
 */
export function dayDatabaseOf({ id, role, active_role }: Member): string {
  return `${PREFIX}${id}.${role}.${active_role}`;
}

/** Actions done offline are in a separate database, which stays when the role changes. */
export const queueDatabaseOf = (memberId: string) => `${QUEUE_PREFIX}${memberId}`;

/** Whether this device may have unsent actions of a member. */
export async function hasQueue(memberId: string): Promise<boolean> {
  return (await listDatabases([queueDatabaseOf(memberId)])).length > 0;
}

/** The name of any stored day on this device; null if there is none. */
export async function findDayDatabase(): Promise<string | null> {
  return (await listDatabases([PREFIX]))[0] ?? null;
}

/** Removes all days and queues from this device except this member's; all of them for null. [U6] */
export async function removeOtherDays(member: Member | null): Promise<void> {
  const kept = member ? [dayDatabaseOf(member), queueDatabaseOf(member.id)] : [];
  for (const name of await listDatabases([PREFIX, QUEUE_PREFIX])) {
    if (!kept.includes(name)) indexedDB.deleteDatabase(name);
  }
}

async function listDatabases(prefixes: readonly string[]): Promise<string[]> {
  // In browsers that cannot list databases, nothing is saved, so there is nothing to remove.
  if (typeof indexedDB === 'undefined' || !indexedDB.databases) return [];
  const databases = await indexedDB.databases().catch(() => []);
  return databases
    .map(({ name = '' }) => name)
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}
