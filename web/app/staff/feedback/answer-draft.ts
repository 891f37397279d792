const keyOf = (id: string) => `kindpal.answer.${id}`;

/** What a staff member has typed as an answer to a request and not sent; empty when nothing. [F4] */
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
    else storage.setItem(keyOf(id), text);
  } catch {
    // A full or closed storage must not stop anybody from answering.
  }
}
