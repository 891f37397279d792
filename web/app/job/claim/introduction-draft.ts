import { readStoredDraft, readStoredText, storeDraft, storeText } from '~/lib/stored-draft.ts';
import type { Introduction } from './introduction.ts';

const keyOf = (me: string) => `kindpal.introduction.${me}`;
const helloKeyOf = ({ me, jobId }: Claiming) => `kindpal.hello.${me}.${jobId}`;

/** The sitter, and the job that they are about to claim. */
export type Claiming = { me: string; jobId: string };

/** What the sitter writes for their profile, and not to one owner. */
export type IntroductionDraft = Omit<Introduction, 'hello'>;

/** The unsaved introduction that a sitter typed before a claim; null if there is none. [J5] */
export function readIntroductionDraft(
  storage: Pick<Storage, 'getItem'>,
  me: string,
): IntroductionDraft | null {
  return readStoredDraft(storage, keyOf(me), (found) => {
    const { location, place_id, bio } = (found ?? {}) as Partial<IntroductionDraft>;
    const isWhole = [location, place_id, bio].every((value) => typeof value === 'string');
    return isWhole ? ({ location, place_id, bio } as IntroductionDraft) : null;
  });
}

/** Stores the introduction; null removes it. */
export function keepIntroductionDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  me: string,
  draft: IntroductionDraft | null,
): void {
  storeDraft(storage, keyOf(me), draft);
}

/** The unsent first message to the owner of one job; empty if there is none. [J5] [M1] */
export const readHello = (storage: Pick<Storage, 'getItem'>, claiming: Claiming): string =>
  readStoredText(storage, helloKeyOf(claiming)) ?? '';

/** Stores the first message to the owner; one without words removes it. */
export const keepHello = (
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  claiming: Claiming,
  hello: string,
): void => storeText(storage, helloKeyOf(claiming), hello.trim() === '' ? null : hello);
