import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';
import type { Introduction } from './introduction.ts';

const keyOf = (id: string) => `kindpal.introduction.${id}`;

/** The sitter, and the job that they are about to claim. */
type Claiming = { me: string; jobId: string };

/**
 * The unsaved introduction that a sitter typed before a claim; null if there is none. A message to
 * the owner of another job is left out. [J5]
 */
export function readIntroductionDraft(
  storage: Pick<Storage, 'getItem'>,
  { me, jobId }: Claiming,
): Introduction | null {
  return readStoredDraft(storage, keyOf(me), (found) => {
    const draft = (found ?? {}) as Partial<Introduction & { job_id: string }>;
    const { location, place_id, bio, hello = '' } = draft;
    const isWhole = [location, place_id, bio, hello].every((value) => typeof value === 'string');
    if (!isWhole) return null;
    return { location, place_id, bio, hello: draft.job_id === jobId ? hello : '' } as Introduction;
  });
}

/** Stores the draft; null removes it. */
export function keepIntroductionDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  { me, jobId }: Claiming,
  draft: Introduction | null,
): void {
  storeDraft(storage, keyOf(me), draft && { ...draft, job_id: jobId });
}
