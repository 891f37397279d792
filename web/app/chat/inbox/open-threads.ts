/** The chats that are open in this tab: new messages in them count as read. */
const open = new Map<string, number>();

/** Marks a thread as open until the returned function is called. */
export function openThread(id: string): () => void {
  open.set(id, (open.get(id) ?? 0) + 1);
  return () => {
    const left = (open.get(id) ?? 1) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
  };
}

export function isThreadOpen(id: string): boolean {
  return open.has(id);
}

/**
 * The number of unread messages in all threads except those for which `isOpen` returns true. [P7]
 */
export function sumUnread(
  byThread: Record<string, number>,
  isOpen: (id: string) => boolean,
): number {
  return Object.entries(byThread).reduce(
    (sum, [job, unread]) => sum + (isOpen(job) ? 0 : unread),
    0,
  );
}
