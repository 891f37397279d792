import { type DBSchema, openDB } from 'idb';
import type { NewSubscription } from './push-subscription.ts';

/** The subscription that the server has for this browser; never whose it is. */
export type KeptPush = {
  endpoint: string;
  /** The server's public key, which a new subscription needs. */
  key: PushSubscriptionOptionsInit['applicationServerKey'];
};

interface PushDatabase extends DBSchema {
  push: { key: 'push'; value: KeptPush };
}

const STORE = 'push';
const open = () =>
  openDB<PushDatabase>('kindpal-push', 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
  });

/** The kept subscription; null if there is none or the browser's storage fails. */
export async function findKeptPush(): Promise<KeptPush | null> {
  return within((database) => database.get(STORE, STORE));
}

/**
 * Remembers what the server has, for pages and the service worker: not every browser names the old
 * subscription when it renews one.
 */
export async function keepPush(kept: KeptPush): Promise<void> {
  await within((database) => database.put(STORE, kept, STORE));
}

/** Forgets it, when push is turned off. */
export async function forgetPush(): Promise<void> {
  await within((database) => database.delete(STORE, STORE));
}

/** Without storage, push works as long as the browser names its old subscription. */
async function within<T>(
  work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<NonNullable<T> | null> {
  try {
    const database = await open();
    try {
      return (await work(database)) ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

type Resumed = {
  subscription: NewSubscription;
  key: KeptPush['key'];
  /** The endpoint that the browser names as the old one, if it names one. */
  named: string | undefined;
  /** Requests it from the server; false if `replaces` is not the signed-in member's. */
  request: (resumed: NewSubscription & { replaces: string }) => Promise<boolean>;
};

/**
 * Resumes push in this browser under its current endpoint. The kept endpoint comes first: it stays
 * until the server has confirmed another one, so a renewal while nobody was signed in, or without a
 * connection, is completed later.
 */
export async function resumeKept({ subscription, key, named, request }: Resumed): Promise<boolean> {
  const kept = await findKeptPush();
  for (const replaces of new Set([kept?.endpoint, named])) {
    if (!replaces || !(await request({ ...subscription, replaces }))) continue;
    await keepPush({ endpoint: subscription.endpoint, key });
    return true;
  }
  return false;
}
