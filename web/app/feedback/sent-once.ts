/**
 * Gives a form its `client_id`: pressing again with the same content repeats it, so that what was
 * stored without a response is not stored twice; other content is another message. [F2]
 */
export function sentOnce() {
  let last: { content: string; client_id: string } | null = null;
  return {
    idFor(given: object): string {
      const content = JSON.stringify(given);
      if (last?.content !== content) last = { content, client_id: crypto.randomUUID() };
      return last.client_id;
    },
    /** The same text may be sent once more later. */
    end(): void {
      last = null;
    },
  };
}
