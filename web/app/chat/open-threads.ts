/** The chats that are open in this tab: what comes in there is read as it comes. */
const open = new Map<string, number>();

/** Notes that a thread is on the screen, until the returned function is called. */
export function openThread(jobId: string): () => void {
  open.set(jobId, (open.get(jobId) ?? 0) + 1);
  return () => {
    const left = (open.get(jobId) ?? 1) - 1;
    if (left > 0) open.set(jobId, left);
    else open.delete(jobId);
  };
}

export function isThreadOpen(jobId: string): boolean {
  return open.has(jobId);
}

/** The unread messages of all threads but those that `isOpen`. [P7] */
export function sumUnread(
  byJob: Record<string, number>,
  isOpen: (jobId: string) => boolean,
): number {
  return Object.entries(byJob).reduce((sum, [job, unread]) => sum + (isOpen(job) ? 0 : unread), 0);
}

/** '3', or '99+' where more would not fit. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
