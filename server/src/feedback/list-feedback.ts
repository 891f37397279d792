import type { feedback } from '@kindpal/contract/feedback/contract';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { recordView, revealedBy, type View } from '../staff/activity/record-view.ts';
import { recordJobContexts } from '../staff/jobs/job-context.ts';
import { decodeCursor, type Key, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { needsMoreStaff } from './more-staff.ts';
import { presentFeedback, presentStaffFeedback } from './present.ts';
import {
  countWaiting,
  findStaffFeedback,
  listOwnFeedback,
  listStaffFeedback,
  type OwnFeedbackRow,
  type StaffRow,
} from './queries.ts';

/** The caller's own requests, newest first. */
export async function listMyFeedback({ input, context }: MemberCall<typeof feedback.listMine>) {
  const rows = await listOwnFeedback(context.services.db.drizzle, {
    member: context.actor.id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  const { items, next_cursor } = pageOf(rows, input.limit, keyOf);
  return { items: items.map(presentFeedback), next_cursor };
}

/** Everybody's requests for staff, newest first; the rows it reveals are logged. [F4] */
export async function listFeedback({ input, context }: MemberCall<typeof feedback.list>) {
  const now = context.services.clock.now();
  const rows = await listStaffFeedback(context.services.db.drizzle, {
    ...input,
    staffId: context.actor.id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
    now,
  });
  const { items, next_cursor } = pageOf(rows, input.limit, keyOf);
  await recordRequests(context, revealedBy(rows, input));
  return { items: items.map((row) => presentStaffFeedback(row, now)), next_cursor };
}

const keyOf = ({ id, position }: OwnFeedbackRow): Key => ({ id, created_at: position });

/** One request with all that staff see, logged. Throws NOT_FOUND. [F4] */
export async function getFeedback({ input, context }: MemberCall<typeof feedback.get>) {
  const { db, clock } = context.services;
  const row = await findStaffFeedback(db.drizzle, input.id, context.actor.id);
  if (!row) throw notFound();
  await recordRequests(context, [row]);
  return presentStaffFeedback(row, clock.now());
}

/** Logs the requests that staff are about to see, and the jobs shown with them. */
export async function recordRequests(
  context: MemberContext,
  rows: Pick<StaffRow, 'id' | 'jobs'>[],
): Promise<void> {
  await recordView(context, viewOfRequests(rows.map(({ id }) => id)));
  await recordJobContexts(
    context,
    rows.flatMap(({ jobs }) => jobs),
  );
}

/** The view of these requests in their list. */
export const viewOfRequests = (ids: string[]): View => ({
  action: 'feedback_read',
  target_type: 'feedback',
  ids,
});

/** How many requests wait, how many are overdue, and whether the team is too small for some. */
export async function countFeedback({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const staffId = actor.id;
  const counts = await countWaiting(services.db.drizzle, { staffId, now: services.clock.now() });
  const canAppoint = satisfiesRole(actor.app_role, 'super_admin');
  return { ...counts, needs_more_staff: canAppoint && (await needsMoreStaff(services.db)) };
}
