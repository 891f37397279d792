import { readStoredText, storeText } from '~/lib/stored-draft.ts';

/** The sitter, and the job that they want. */
type Claiming = { me: string; jobId: string };

const keyOf = ({ me, jobId }: Claiming) => `kindpal.hello.${me}.${jobId}`;

/**
 * The first message to the owner that a sitter gave along with a claim; '' if there is none. It
 * waits while they confirm their email first, on another page. [J5] [M1]
 */
export function readHello(storage: Pick<Storage, 'getItem'>, claiming: Claiming): string {
  return readStoredText(storage, keyOf(claiming)) ?? '';
}

/** Stores the message until a claim of the job sends it; '' removes it. */
export function keepHello(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  claiming: Claiming,
  hello: string,
): void {
  storeText(storage, keyOf(claiming), hello || null);
}
