import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';

/** The unsent input of Help & Feedback. */
export type HelpDraft = { message: string; email: string; wants_follow_up: boolean };

export const EMPTY_DRAFT: HelpDraft = { message: '', email: '', wants_follow_up: false };

const keyOf = (who: string) => `kindpal.help.${who}`;

/** The unsent text of `who`, stored for this tab's session; another person's is never read. [F2] */
export function readHelpDraft(storage: Pick<Storage, 'getItem'>, who: string): HelpDraft {
  const kept = readStoredDraft(storage, keyOf(who), (found) => {
    const { message, email, wants_follow_up } = (found ?? {}) as Partial<HelpDraft>;
    return {
      message: typeof message === 'string' ? message : '',
      email: typeof email === 'string' ? email : '',
      wants_follow_up: wants_follow_up === true,
    };
  });
  return kept ?? EMPTY_DRAFT;
}

export function keepHelpDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  who: string,
  draft: HelpDraft,
): void {
  const isEmpty = draft.message === '' && draft.email === '';
  storeDraft(storage, keyOf(who), isEmpty ? null : draft);
}
