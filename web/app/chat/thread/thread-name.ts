import type { ThreadCard } from '@kindpal/contract/chat/schema';

type Named = Pick<ThreadCard, 'id' | 'job'> & { partner: { id: string } };

/**
 * The id under which a thread's unread messages are counted: its claim, or the other member. [P7]
 */
export const threadName = ({ id, job, partner }: Named) => (job ? id : partner.id);

/** The address of a thread: a job's by its claim, a conversation by the other member. [M1] [M2] */
export const threadPath = ({ id, job, partner }: Named) =>
  job ? jobThreadPath(job.id, id) : `/chat/${partner.id}`;

export const jobThreadPath = (jobId: string, claimId: string) => `/chat/job/${jobId}/${claimId}`;
