import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';
import type { Introduction } from './introduction.ts';

const keyOf = (id: string) => `kindpal.introduction.${id}`;

/** The unsaved introduction that a sitter typed before a claim; null if there is none. [J5] */
export function readIntroductionDraft(
  storage: Pick<Storage, 'getItem'>,
  id: string,
): Introduction | null {
  return readStoredDraft(storage, keyOf(id), (found) => {
    const { location, place_id, bio } = (found ?? {}) as Partial<Introduction>;
    const isWhole = [location, place_id, bio].every((value) => typeof value === 'string');
    return isWhole ? ({ location, place_id, bio } as Introduction) : null;
  });
}

/** Stores the draft; null removes it. */
export function keepIntroductionDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  id: string,
  draft: Introduction | null,
): void {
  storeDraft(storage, keyOf(id), draft);
}
