import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Position } from './event-log.ts';

/** A position, and when it was sent, in milliseconds since 1970. */
export type SentPosition = { position: Position; sentAt: number };

/** Hexadecimal digits of each part: a fixed length does not reveal how large the numbers are. */
const TX = 16;
const ID = 14;
const AT = 14;
const SENT_AT = 12;

/**
 * A position as clients receive it, encrypted with a random IV: positions count the events of the
 * whole community, so equal or readable ones would tell everybody that something happened. [X4]
 */
export function sealPosition(
  secret: string,
  history: string,
  { position: { tx, id, at }, sentAt }: SentPosition,
): string {
  const parts = [
    tx.toString(16).padStart(TX, '0'),
    id.toString(16).padStart(ID, '0'),
    at.toString(16).padStart(AT, '0'),
    sentAt.toString(16).padStart(SENT_AT, '0'),
  ];
  return encrypt(secret, purposeOf(history), parts.join(''));
}

/**
 * Reads a `Last-Event-ID`; null if it is from another history, another secret or an earlier
 * release, or was not made here.
 */
export function openPosition(secret: string, history: string, text: string): SentPosition | null {
  const parts = decrypt(secret, purposeOf(history), text);
  if (parts === null) return null;
  return {
    position: {
      tx: BigInt(`0x${parts.slice(0, TX)}`),
      id: Number.parseInt(parts.slice(TX, TX + ID), 16),
      at: Number.parseInt(parts.slice(TX + ID, TX + ID + AT), 16),
    },
    sentAt: Number.parseInt(parts.slice(TX + ID + AT), 16),
  };
}

// Another one than that of earlier releases, whose positions have no `at`.
const purposeOf = (history: string) => `live event ${history}`;
