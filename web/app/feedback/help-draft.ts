/** The unsent input of Help & Feedback. */
export type HelpDraft = { message: string; email: string; wants_follow_up: boolean };

export const EMPTY_DRAFT: HelpDraft = { message: '', email: '', wants_follow_up: false };

const keyOf = (who: string) => `kindpal.help.${who}`;

/** The unsent text of `who`, stored for this tab's session; another person's is never read. [F2] */
export function readHelpDraft(storage: Pick<Storage, 'getItem'>, who: string): HelpDraft {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(who)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return EMPTY_DRAFT;
    const { message, email, wants_follow_up } = stored as Partial<HelpDraft>;
    return {
      message: typeof message === 'string' ? message : '',
      email: typeof email === 'string' ? email : '',
      wants_follow_up: wants_follow_up === true,
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepHelpDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  who: string,
  draft: HelpDraft,
): void {
  try {
    if (draft.message === '' && draft.email === '') storage.removeItem(keyOf(who));
    else storage.setItem(keyOf(who), JSON.stringify(draft));
  } catch {
    // Full or blocked storage must not stop anybody from asking for help.
  }
}
