import type { chat } from '@kindpal/contract/chat/contract';
import type { MemberCall } from '../access/call.ts';
import { notFound } from '../transport/refusal.ts';
import { directThread, threadOfJob } from './policy.ts';
import { refuseJobThread } from './refuse.ts';
import { noteRead } from './threads.ts';

/** Marks the caller's thread of a job, or of one claim, as read up to its newest message. [P7] */
export async function markRead({ input, context }: MemberCall<typeof chat.markRead>) {
  const { services, actor } = context;
  if (await noteRead(services.db, actor.id, threadOfJob(input))) return {};
  const session = { by: 'session', value: actor.session_id } as const;
  throw await refuseJobThread(services.db, session, input.job_id);
}

/** Marks one of the caller's conversations as read up to its newest message. [P7] */
export async function markDirectRead({ input, context }: MemberCall<typeof chat.markDirectRead>) {
  const { services, actor } = context;
  if (await noteRead(services.db, actor.id, directThread(input))) return {};
  throw notFound();
}
