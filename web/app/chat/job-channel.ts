import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import type { Channel } from './channel.ts';
import { PAGE_SIZE } from './use-thread-messages.ts';

/** The thread of a job's current claim. [M1] */
export function jobChannel(jobId: string): Channel {
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
