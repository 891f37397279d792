import type { Credential } from '../actor.ts';

/** The members of credentials, in this process's memory. */
export type SessionMembers = {
  /** The member of a credential; null if not known, or when its session has ended. */
  known(credential: Credential): string | null;
  /** The same, looked up if not known; concurrent calls share one lookup. */
  find(credential: Credential): string | null | Promise<string | null>;
  /** Remembers the member of a credential, which never changes. */
  remember(credential: Credential, memberId: string): void;
  /** Forgets the member, but not that a session has ended, which is final. */
  forget(credential: Credential): void;
};

/** How many credentials are remembered; the oldest are dropped first. */
const CACHED_MAX = 20_000;

/**
 * A credential as a key: a session's token from before its second factor has the session's id too,
 * but ends at another time.
 */
export const keyOf = ({ by, value }: Credential): string => `${by} ${value}`;

/**
 * `lookUp` returns the member of a live session, or null. Only credentials that this server signed
 * get here, so each lookup is for a session that exists or has existed.
 */
export function createSessionMembers(
  lookUp: (credential: Credential) => Promise<string | null>,
): SessionMembers {
  const members = new Map<string, string | null>();
  const pending = new Map<string, Promise<string | null>>();

  function keep(key: string, memberId: string | null): void {
    const oldest = members.size >= CACHED_MAX ? members.keys().next().value : undefined;
    if (oldest !== undefined) members.delete(oldest);
    members.set(key, memberId);
  }
  async function ask(credential: Credential): Promise<string | null> {
    const key = keyOf(credential);
    try {
      const memberId = await lookUp(credential);
      if (!members.has(key)) keep(key, memberId);
      return memberId;
    } finally {
      pending.delete(key);
    }
  }
  return {
    known: (credential) => members.get(keyOf(credential)) ?? null,
    find(credential) {
      const key = keyOf(credential);
      const known = members.get(key);
      if (known !== undefined) return known;
      const asked = pending.get(key) ?? ask(credential);
      pending.set(key, asked);
      return asked;
    },
    remember(credential, memberId) {
      const key = keyOf(credential);
      if (!members.get(key)) keep(key, memberId);
    },
    forget(credential) {
      const key = keyOf(credential);
      if (members.get(key)) members.delete(key);
    },
  };
}
