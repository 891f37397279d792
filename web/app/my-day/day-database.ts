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

/** The members with a queue on this device, which may be empty. */
export async function listQueueMembers(): Promise<string[]> {
  const names = await listDatabases([QUEUE_PREFIX]);
  return names.map((name) => name.slice(QUEUE_PREFIX.length));
}

/** Removes all days from this device except this member's; all of them for null. [U6] */
export function removeOtherDays(member: Member | null): Promise<void> {
  return removeOthers(PREFIX, member && dayDatabaseOf(member));
}

/** Removes all queues from this device except this member's; all of them for null. [U6] */
export function removeOtherQueues(memberId: string | null): Promise<void> {
  return removeOthers(QUEUE_PREFIX, memberId && queueDatabaseOf(memberId));
}

async function removeOthers(prefix: string, kept: string | null): Promise<void> {
  for (const name of await listDatabases([prefix])) {
    if (name !== kept) indexedDB.deleteDatabase(name);
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
