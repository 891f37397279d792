import { readStoredText, storeText } from '~/lib/stored-draft.ts';

const keyOf = (id: string) => `kindpal.answer.${id}`;

/** The unsent answer that a staff member typed for a request; empty if there is none. [F4] */
export function readAnswerDraft(storage: Pick<Storage, 'getItem'>, id: string): string {
  return readStoredText(storage, keyOf(id)) ?? '';
}

export function keepAnswerDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  id: string,
  text: string,
): void {
  storeText(storage, keyOf(id), text || null);
}
