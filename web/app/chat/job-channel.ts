import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import type { Channel, ThreadPage } from './channel.ts';
import { PAGE_SIZE } from './use-thread-messages.ts';

/** A page of a job's thread, and whether more can be said. */
export type JobPage = ThreadPage & { can: { write: boolean } };

/** The thread of a job's current claim. [M1] */
export function jobChannel(jobId: string): Channel<JobPage> {
  const input = { job_id: jobId, limit: PAGE_SIZE };
  return {
    id: jobId,
    queryKey: api.chat.listJobMessages.key({ type: 'infinite', input }),
    fetchPage: (before, signal) =>
      client.chat.listJobMessages(before ? { ...input, before } : input, { signal }),
    send: (message) => client.chat.sendJobMessage({ ...message, job_id: jobId }),
    markRead: () => client.chat.markRead({ job_id: jobId }),
    loadFailure: 'Failed to load messages',
  };
}
