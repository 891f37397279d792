import { useEffect, useState } from 'react';
import { listActions } from './action-queue.ts';
import { listQueueMembers } from './day-database.ts';
import { unsentText } from './unsent-text.ts';

/** Tells a member whose session ended what will be sent once they sign in again. */
export function UnsentNote() {
  const [unsent, setUnsent] = useState('');
  useEffect(() => {
    const read = async () => {
      const queues = await Promise.all((await listQueueMembers()).map(listActions));
      const waiting = queues.flat().filter(({ refusal }) => refusal === null);
      if (waiting.length > 0) setUnsent(unsentText(waiting));
    };
    read().catch(() => {});
  }, []);
  return unsent ? ` ${unsent} will be sent when you do.` : null;
}
