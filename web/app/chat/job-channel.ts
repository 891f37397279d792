import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import type { Channel, ThreadPage } from './channel.ts';
import { PAGE_SIZE } from './thread/use-thread-messages.ts';

/** A page of a job's thread, and whether the caller can write. */
export type JobThreadPage = ThreadPage & { can: { write: boolean } };

export type JobThreadName = {
  jobId: string;
  claimId: string;
  /** The other member's name. */
  partner: string;
  isEnded?: boolean;
};

/** The thread of one claim of a job: its messages are never shown to the next sitter. [M1] */
export function jobChannel({
  jobId,
  claimId,
  partner,
  isEnded = false,
}: JobThreadName): Channel<JobThreadPage> {
  const input = { job_id: jobId, claim_id: claimId, limit: PAGE_SIZE };
  return {
    id: claimId,
    unreadIds: isEnded ? [claimId] : [claimId, jobId],
    about: { job_id: jobId, partner },
    isEnded,
    queryKey: api.chat.listJobMessages.key({ type: 'infinite', input }),
    fetchPage: (before, signal) =>
      client.chat.listJobMessages(before ? { ...input, before } : input, { signal }),
    send: (message) => client.chat.sendJobMessage({ ...message, job_id: jobId, claim_id: claimId }),
    markRead: () => client.chat.markRead({ job_id: jobId, claim_id: claimId }),
    loadFailure: 'Failed to load messages',
  };
}
