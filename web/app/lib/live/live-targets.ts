import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { FEATURE_OF_TABLE } from '@kindpal/contract/live/tables';
import type { InfiniteData, Query, QueryFilters } from '@tanstack/react-query';
import { countNotifications } from '~/notification/unread-count.ts';
import { api } from '../calls/api.ts';
import { queryClient } from '../calls/query-client.ts';
import type { Target } from './live-queue.ts';

/** Lists of open jobs are on many screens at once: their refetches are spread over a second. */
const CROWD_SPREAD_MS = 1000;

function target(id: string, filters: QueryFilters, spreadMs = 0): Target {
  return { id, spreadMs, refetch: () => queryClient.invalidateQueries(filters) };
}

/** Whether a job list is a member's own, by the input in its query key. */
function isOwnList(query: Query): boolean {
  const [, options] = query.queryKey as [unknown, { input?: { owner_id?: string } } | undefined];
  return options?.input?.owner_id !== undefined;
}

function jobTargets(jobId: string): Target[] {
  const lists = api.job.list.key();
  return [
    target(`job.get ${jobId}`, { queryKey: api.job.get.key({ input: { id: jobId } }) }),
    target(`job history ${jobId}`, {
      queryKey: api.job.listEvents.key({ input: { job_id: jobId } }),
    }),
    // Once a job is completed, both sides can review it.
    target(`reviews of ${jobId}`, {
      queryKey: api.review.listReviewable.key({ input: { job_id: jobId } }),
    }),
    target('job.list own', { queryKey: lists, predicate: isOwnList }),
    target(
      'job.list open',
      { queryKey: lists, predicate: (query) => !isOwnList(query) },
      CROWD_SPREAD_MS,
    ),
    target('offers', { queryKey: api.offer.key() }),
    ...myJobsTargets(),
    unreadTarget(),
  ];
}

function myJobsTargets(): Target[] {
  return [
    target('job.listMine', { queryKey: api.job.listMine.key() }),
    target('job.countMine', { queryKey: api.job.countMine.key() }),
    agendaTarget(),
  ];
}

function agendaTarget(): Target {
  return target('agenda', { queryKey: api.job.getAgenda.key() });
}

function unreadTarget(): Target {
  return target('chat unread', { queryKey: api.chat.countUnread.key() });
}

/** A thread's heading, and the unread count in the bar; the inbox gets its own events. */
function threadTargets(): Target[] {
  const heading = target('thread', { queryKey: api.chat.getThread.key() });
  return [heading, agendaTarget(), unreadTarget()];
}

function inboxTargets(): Target[] {
  return [target('threads', { queryKey: api.chat.listThreads.key() }), ...threadTargets()];
}

function inviteTargets(): Target[] {
  return [
    target('invite', { queryKey: api.invite.getMine.key() }),
    target('invite tree', { queryKey: api.invite.getTree.key() }),
  ];
}

/**
 * A new member may have been on the waiting list, which then changes. Pets have no events of
 * their own: they are part of their owner's.
 */
function memberTargets(id: string, op: ChangeEvent['op']): Target[] {
  const member = target(`member ${id}`, { queryKey: api.member.get.key({ input: { id } }) });
  const pets = target('pets', { queryKey: api.pet.key() });
  return op === 'insert' ? [member, waitlistTarget()] : [member, pets];
}

function waitlistTarget(): Target {
  return target('waitlist', { queryKey: api.waitlist.key() });
}

function inviteRequestTargets(): Target[] {
  return [
    target('invite request', { queryKey: api.invite.findMyRequest.key() }),
    target('invite requests', { queryKey: api.invite.listRequests.key() }),
  ];
}

function messageTarget(jobId: string): Target {
  const queryKey = api.chat.listJobMessages.key({ input: { job_id: jobId } });
  return target(`chat ${jobId}`, { queryKey });
}

/** Whether a thread belongs to this conversation, or may, if it had not started yet. */
function isOfConversation(query: Query, conversationId: string): boolean {
  const data = query.state.data as InfiniteData<{ conversation_id: string | null }> | undefined;
  const known = data?.pages[0]?.conversation_id ?? null;
  return known === null || known === conversationId;
}

function conversationTargets(conversationId: string): Target[] {
  return [
    target(`conversation ${conversationId}`, {
      queryKey: api.chat.listDirectMessages.key(),
      predicate: (query) => isOfConversation(query, conversationId),
    }),
    ...threadTargets(),
  ];
}

/**
 * The member's reports, decisions about them and chats that staff may read have no events of their
 * own: the notification about a change refetches them.
 */
function notificationTargets(op: ChangeEvent['op']): Target[] {
  const list = target('notifications', { queryKey: api.notification.list.key() });
  const unread = target('notifications unread', { queryKey: api.notification.countUnread.key() });
  if (op !== 'insert') return [list, { ...unread, isUrgent: true }];
  return [
    list,
    { id: 'notifications arrived', refetch: countNotifications, spreadMs: 0, isUrgent: true },
    target('own reports', { queryKey: api.report.listMine.key() }),
    target('own decisions', { queryKey: api.moderation.listMine.key() }),
    target('own readings', { queryKey: api.reading.listMine.key() }),
  ];
}

/** The queries to refetch after a change. The session itself is handled by `account`. [X4] */
export function targetsOf({ table, op, id, job_id, conversation_id }: ChangeEvent): Target[] {
  switch (table) {
    case 'jobs':
      return jobTargets(id);
    case 'job_claims':
      return job_id
        ? [...jobTargets(job_id), messageTarget(job_id), ...inboxTargets()]
        : myJobsTargets();
    case 'job_access':
      return [
        target(`job access ${id}`, {
          queryKey: api.vault.getJobAccess.key({ input: { job_id: id } }),
        }),
      ];
    case 'messages':
      return job_id ? [messageTarget(job_id), ...threadTargets()] : [];
    case 'conversation_messages':
      return conversation_id ? conversationTargets(conversation_id) : [];
    case 'users':
      return memberTargets(id, op);
    case 'invites':
      return inviteTargets();
    case 'invite_requests':
      return inviteRequestTargets();
    case 'notifications':
      return notificationTargets(op);
    default: {
      const feature = FEATURE_OF_TABLE[table];
      return [target(feature, { queryKey: api[feature].key() })];
    }
  }
}
