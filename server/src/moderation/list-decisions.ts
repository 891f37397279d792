import type { moderation } from '@kindpal/contract/moderation/contract';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberName } from '../member/member-card.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { APPEAL_WAITS, readsDecision } from './policy.ts';
import { presentOwnDecision, presentStaffDecision } from './present.ts';
import { DECISION_COLUMNS, type DecisionRow } from './queries.ts';

/** Staff decisions about the caller, newest first, without reports that led to nothing. */
export async function listOwnDecisions({ input, context }: MemberCall<typeof moderation.listMine>) {
  const rows = await context.services.db.jsonRows<DecisionRow>(
    pageStatement({
      name: 'own-decisions',
      select: `SELECT ${DECISION_COLUMNS} FROM moderation_decisions decision`,
      where: [
        { name: '', text: `decision.member_id = ?`, value: context.actor.id },
        { name: '', text: `decision.kind <> 'dismiss'` },
      ],
      order: newest('decision.created_at', 'decision.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map(presentOwnDecision), next_cursor };
}

type AppealRow = DecisionRow & { member: { id: string; full_name: string } };

/** Waiting appeals, oldest first, against decisions that the staff member reads. Logged. [S4] */
export async function listAppeals({ input, context }: MemberCall<typeof moderation.listAppeals>) {
  const { services, actor } = context;
  const rows = await services.db.jsonRows<AppealRow>(
    pageStatement({
      name: 'appeals',
      select: `SELECT ${DECISION_COLUMNS},
          ${memberName('member')} AS member
        FROM moderation_decisions decision JOIN users member ON member.id = decision.member_id`,
      where: [
        { name: '', text: APPEAL_WAITS },
        { name: '', text: readsDecision('?'), value: actor.id },
      ],
      order: newest('decision.appealed_at', 'decision.id'),
      isAscending: true,
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, ({ appealed_at, id }) => ({
    created_at: appealed_at ?? '',
    id,
  }));
  const reads = items.map(({ id, member }) => ({ target: member.id, what: id }));
  await recordView(context, { action: 'appeals_read', target_type: 'user', reads });
  const shown = items.map((row) => ({ ...presentStaffDecision(row, actor), member: row.member }));
  return { items: shown, next_cursor };
}
