import type {
  AppealDecision,
  DecisionEnd,
  DecisionKind,
} from '@kindpal/contract/moderation/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { memberNameOf } from '../member/member-card.ts';
import { type LockedDecision, PARTIES, readsDecision, roleOf } from './policy.ts';

type Named = { id: string; full_name: string };

/** A decision with all fields for staff; times are ISO texts. */
export type DecisionRow = {
  id: string;
  kind: DecisionKind;
  reason: string;
  note: string;
  created_at: string;
  ends_at: string | null;
  ended_at: string | null;
  ended_as: DecisionEnd | null;
  appeal: string | null;
  appealed_at: string | null;
  appeal_decision: AppealDecision | null;
  appeal_answer: string | null;
  member_id: string;
  member_role: AppRole;
  decided_by: Named | null;
  ended_by: Named | null;
  appeal_decided_by: Named | null;
  subject_type: ReportSubject | null;
  /** Who may not answer an appeal, besides the one who decided. */
  parties: string[];
};

const named = (id: string) => memberNameOf(`decision.${id}`);

/** All of `DecisionRow`, over `decision`. */
export const DECISION_COLUMNS = `decision.id, decision.kind, decision.reason, decision.note,
    decision.created_at, decision.ends_at, decision.ended_at, decision.ended_as, decision.appeal,
    decision.appealed_at, decision.appeal_decision, decision.appeal_answer, decision.member_id,
    ${roleOf('decision.member_id')} AS member_role,
    ${named('decided_by')} AS decided_by, ${named('ended_by')} AS ended_by,
    ${named('appeal_decided_by')} AS appeal_decided_by, decision.subject_type, ${PARTIES} AS parties`;

const DECISION = `SELECT ${DECISION_COLUMNS} FROM moderation_decisions decision`;

/** One decision. */
export async function findDecision(db: Database, id: string): Promise<DecisionRow | undefined> {
  const [row] = await db.jsonRows<DecisionRow>({
    name: 'moderation-decision',
    text: `${DECISION} WHERE decision.id = $1`,
    values: [id],
  });
  return row;
}

/**
 * The latest decisions about a member that staff member `staffId` reads, newest first. [S4]
 */
export function listDecisionsAbout(
  db: Database,
  { memberId, staffId, limit }: { memberId: string; staffId: string; limit: number },
): Promise<DecisionRow[]> {
  return db.jsonRows<DecisionRow>({
    name: 'moderation-decisions-of-member',
    text: `${DECISION} WHERE decision.member_id = $1 AND ${readsDecision('$2::uuid')}
      ORDER BY decision.created_at DESC, decision.id DESC LIMIT $3`,
    values: [memberId, staffId, limit],
  });
}

/** Locks a decision; callers that decide about its member have locked the member before. */
export async function lockDecision(tx: Queries, id: string): Promise<LockedDecision | undefined> {
  const [row] = await tx
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, id))
    .for('update');
  return row;
}

const partiesSchema = z.tuple([z.object({ parties: z.array(z.string()) })]);

/** Who may not answer an appeal against a decision, besides the one who made it. */
export async function listParties(tx: Queries, id: string): Promise<string[]> {
  const { rows } = await tx.execute(
    sql`SELECT ${sql.raw(PARTIES)} AS parties FROM moderation_decisions decision WHERE id = ${id}`,
  );
  return partiesSchema.parse(rows)[0].parties;
}

/** Whether a member has deleted their account: no more decisions are made about them. */
export async function hasLeft(queries: Queries, memberId: string): Promise<boolean> {
  const [row] = await queries
    .select({ at: users.erased_at })
    .from(users)
    .where(eq(users.id, memberId));
  return row?.at != null;
}

type Suspension = { id: string; email: string; reason: string; ends_at: Date | null };

/** A member's current suspension or ban, if any, and the address that they have now. */
export async function findSuspension(
  queries: Queries,
  memberId: string,
): Promise<Suspension | undefined> {
  const { id, reason, ends_at } = moderationDecisions;
  const [row] = await queries
    .select({ id, email: authUser.email, reason, ends_at })
    .from(moderationDecisions)
    .innerJoin(authUser, eq(authUser.id, moderationDecisions.member_id))
    .where(
      and(
        eq(moderationDecisions.member_id, memberId),
        inArray(moderationDecisions.kind, ['suspend', 'ban']),
        isNull(moderationDecisions.ended_at),
      ),
    );
  return row;
}
