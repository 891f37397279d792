import { mayStoreDraft } from '~/lib/stored-draft.ts';

const keyOf = (id: string) => `kindpal.answer.${id}`;

/** The unsent answer that a staff member typed for a request; empty if there is none. [F4] */
export function readAnswerDraft(storage: Pick<Storage, 'getItem'>, id: string): string {
  try {
    return storage.getItem(keyOf(id)) ?? '';
  } catch {
    return '';
  }
}

export function keepAnswerDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  id: string,
  text: string,
): void {
  try {
    if (text === '') storage.removeItem(keyOf(id));
    else if (mayStoreDraft(keyOf(id))) storage.setItem(keyOf(id), text);
  } catch {
    // Full or blocked storage must not stop anybody from answering.
  }
}
