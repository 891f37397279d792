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
 * `lookUp` returns the member of a live session, or null. Only credentials that this server signed
 * get here, so each lookup is for a session that exists or has existed.
 */
export function createSessionMembers(
  lookUp: (credential: Credential) => Promise<string | null>,
): SessionMembers {
  const members = new Map<string, string | null>();
  const pending = new Map<string, Promise<string | null>>();

  function keep(value: string, memberId: string | null): void {
    const oldest = members.size >= CACHED_MAX ? members.keys().next().value : undefined;
    if (oldest !== undefined) members.delete(oldest);
    members.set(value, memberId);
  }
  async function ask(credential: Credential): Promise<string | null> {
    const { value } = credential;
    try {
      const memberId = await lookUp(credential);
      if (!members.has(value)) keep(value, memberId);
      return memberId;
    } finally {
      pending.delete(value);
    }
  }
  return {
    known: ({ value }) => members.get(value) ?? null,
    find(credential) {
      const { value } = credential;
      const known = members.get(value);
      if (known !== undefined) return known;
      const asked = pending.get(value) ?? ask(credential);
      pending.set(value, asked);
      return asked;
    },
    remember({ value }, memberId) {
      if (!members.get(value)) keep(value, memberId);
    },
    forget({ value }) {
      if (members.get(value)) members.delete(value);
    },
  };
}
