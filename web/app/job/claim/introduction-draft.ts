import type { Introduction } from './introduction.ts';

const keyOf = (id: string) => `kindpal.introduction.${id}`;

/** The unsaved introduction that a sitter typed before a claim; null if there is none. [J5] */
export function readIntroductionDraft(
  storage: Pick<Storage, 'getItem'>,
  id: string,
): Introduction | null {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(id)) ?? 'null') as Partial<Introduction> | null;
    const { location, place_id, bio } = kept ?? {};
    const isWhole = [location, place_id, bio].every((value) => typeof value === 'string');
    return isWhole ? ({ location, place_id, bio } as Introduction) : null;
  } catch {
    return null;
  }
}

/** Stores the draft; null removes it. */
export function keepIntroductionDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  id: string,
  draft: Introduction | null,
): void {
  try {
    if (draft === null) storage.removeItem(keyOf(id));
    else storage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // Full or blocked storage must not stop anybody from claiming.
  }
}
