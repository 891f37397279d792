import type { FormType } from '@kindpal/contract/draft/schema';
import { useStoredDraft } from '~/draft/use-form-draft.ts';
import { useOwnProfile } from '~/member/use-own-profile.ts';

/** Loads the profile and the draft for the first steps, or returns the error. */
export function useOnboardingStart(form_type: FormType) {
  const own = useOwnProfile();
  const draft = useStoredDraft(form_type);
  const { profile } = own;
  const stored = draft.data;
  return {
    start: profile && stored !== undefined ? { profile, stored } : null,
    failed: [own, draft].find((query) => query.error && query.data === undefined) ?? null,
  };
}
