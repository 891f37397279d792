import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { FEATURE_OF_TABLE } from '@kindpal/contract/live/tables';
import type { InfiniteData, Query, QueryFilters, QueryKey } from '@tanstack/react-query';
import { countNotifications } from '~/notification/unread-count.ts';
import { api } from '../calls/api.ts';
import { queryClient } from '../calls/query-client.ts';
import type { Target } from './live-queue.ts';

/** Lists of open jobs are on many screens at once: their refetches are spread over a second. */
const CROWD_SPREAD_MS = 1000;

type Options = Omit<QueryFilters, 'queryKey'> & { id?: string; spreadMs?: number };

/** The queries under a key; `id` names those of a predicate. */
function target(
  queryKey: QueryKey,
  { id = JSON.stringify(queryKey), spreadMs = 0, ...more }: Options = {},
): Target {
  return { id, spreadMs, refetch: () => queryClient.invalidateQueries({ queryKey, ...more }) };
}

/** Every query of these calls, or of whole features. */
function every(...calls: { key: () => QueryKey }[]): Target[] {
  return calls.map((call) => target(call.key()));
}

/** Whether a job list is a member's own, by the input in its query key. */
function isOwnList(query: Query): boolean {
  const [, options] = query.queryKey as [unknown, { input?: { owner_id?: string } } | undefined];
  return options?.input?.owner_id !== undefined;
}

function jobTargets(jobId: string): Target[] {
  const lists = api.job.list.key();
  return [
    target(api.job.get.key({ input: { id: jobId } })),
    target(api.job.listEvents.key({ input: { job_id: jobId } })),
    // Once a job is completed, both sides can review it.
    target(api.review.listReviewable.key({ input: { job_id: jobId } })),
    target(lists, { id: 'own jobs', predicate: isOwnList }),
    target(lists, {
      id: 'open jobs',
      predicate: (query) => !isOwnList(query),
      spreadMs: CROWD_SPREAD_MS,
    }),
    target(api.job.listOwners.key(), { spreadMs: CROWD_SPREAD_MS }),
    ...every(api.offer, api.chat.countUnread),
    ...myJobsTargets(),
  ];
}

function myJobsTargets(): Target[] {
  return every(api.job.listMine, api.job.countMine, api.job.getAgenda);
}

/** A thread's heading, and the unread count in the bar; the inbox gets its own events. */
function threadTargets(): Target[] {
  return every(api.chat.getThread, api.job.getAgenda, api.chat.countUnread);
}

/**
 * A new member may have been on the waiting list, which then changes. Pets have no events of
 * their own: they are part of their owner's. Staff decisions about a member change their row.
 */
function memberTargets(id: string, op: ChangeEvent['op']): Target[] {
  return [
    target(api.member.get.key({ input: { id } })),
    target(api.staff.getMember.key({ input: { id } })),
    ...every(op === 'insert' ? api.waitlist : api.pet),
  ];
}

function messageTarget(jobId: string, op?: ChangeEvent['op']): Target {
  return threadTarget(api.chat.listJobMessages.key({ input: { job_id: jobId } }), { op });
}

type ThreadOptions = {
  id?: string;
  predicate?: (query: Query) => boolean;
  op?: ChangeEvent['op'] | undefined;
};

/** Of threads with a new message only the newest page is refetched, after any other change all. */
function threadTarget(queryKey: QueryKey, { op, ...options }: ThreadOptions): Target {
  const all = target(queryKey, options);
  if (op !== 'insert') return all;
  const refetch = async () => {
    const filters: QueryFilters = { ...options, queryKey, type: 'active' };
    const open = queryClient.getQueryCache().findAll(filters);
    await Promise.all(open.map(({ meta }) => meta?.refetchNewest?.()));
  };
  return { ...all, id: `${all.id} newest`, refetch };
}

/** Whether a thread belongs to this conversation, or may, if it had not started yet. */
function isOfConversation(query: Query, conversationId: string): boolean {
  const data = query.state.data as InfiniteData<{ conversation_id: string | null }> | undefined;
  const known = data?.pages[0]?.conversation_id ?? null;
  return known === null || known === conversationId;
}

function conversationTargets(conversationId: string, op: ChangeEvent['op']): Target[] {
  const thread = threadTarget(api.chat.listDirectMessages.key(), {
    id: conversationId,
    predicate: (query) => isOfConversation(query, conversationId),
    op,
  });
  return [thread, ...threadTargets()];
}

/**
 * The member's reports, decisions about them, questions from staff and chats that staff may read
 * have no events of their own: the notification about a change refetches them.
 */
function notificationTargets(op: ChangeEvent['op']): Target[] {
  const list = target(api.notification.list.key());
  const unread = target(api.notification.countUnread.key());
  if (op !== 'insert') return [list, { ...unread, isUrgent: true }];
  return [
    list,
    { id: 'notifications arrived', refetch: countNotifications, spreadMs: 0, isUrgent: true },
    ...every(
      api.report.listMine,
      api.moderation.listMine,
      api.hearing.listMine,
      api.reading.listMine,
    ),
  ];
}

/** The queries to refetch after a change. The session itself is handled by `account`. [X4] */
export function targetsOf({ table, op, id, job_id, conversation_id }: ChangeEvent): Target[] {
  switch (table) {
    case 'jobs':
      return jobTargets(id);
    case 'job_claims':
      return job_id
        ? [
            ...jobTargets(job_id),
            messageTarget(job_id),
            ...every(api.chat.listThreads),
            ...threadTargets(),
          ]
        : myJobsTargets();
    case 'job_access':
      return [target(api.vault.getJobAccess.key({ input: { job_id: id } }))];
    case 'messages':
      return job_id ? [messageTarget(job_id, op), ...threadTargets()] : [];
    case 'conversation_messages':
      return conversation_id ? conversationTargets(conversation_id, op) : [];
    case 'users':
      return memberTargets(id, op);
    case 'invites':
      return every(api.invite.getMine, api.invite.getTree);
    case 'invite_requests':
      return every(api.invite.findMyRequest, api.invite.listRequests);
    case 'notifications':
      return notificationTargets(op);
    default:
      return every(api[FEATURE_OF_TABLE[table]]);
  }
}
