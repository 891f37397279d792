import type { OwnDecision, StaffDecision } from '@kindpal/contract/moderation/schema';
import type { Actor } from '../access/actor.ts';
import { canAppeal, canDecideAbout, canDecideAppeal, isStanding } from './policy.ts';
import type { DecisionRow } from './queries.ts';

function presentAppeal(row: DecisionRow) {
  if (row.appeal === null || row.appealed_at === null) return null;
  return {
    text: row.appeal,
    created_at: row.appealed_at,
    decision: row.appeal_decision,
    answer: row.appeal_answer,
  };
}

/** A decision for the member concerned, without the staff member and their note. */
export function presentOwnDecision(row: DecisionRow): OwnDecision {
  const { id, kind, reason, created_at, ends_at, ended_at, ended_as, subject_type } = row;
  return {
    ...{ id, kind, reason, created_at, ends_at, ended_at, ended_as, subject_type },
    appeal: presentAppeal(row),
    can: { appeal: canAppeal(row) },
  };
}

/** A decision for staff, with what the viewer may do about it. [S4] */
export function presentStaffDecision(row: DecisionRow, actor: Actor): StaffDecision {
  const { can: _, appeal, ...shown } = presentOwnDecision(row);
  const { note, decided_by, ended_by, appeal_decided_by } = row;
  const member = { id: row.member_id, app_role: row.member_role };
  const mayDecide = canDecideAbout(actor, member);
  const standing = { ...row, decided_by: decided_by?.id ?? null };
  return {
    ...shown,
    ...{ note, decided_by, ended_by },
    appeal: appeal && { ...appeal, decided_by: appeal_decided_by },
    can: {
      undo: mayDecide && isStanding(row),
      decide_appeal: mayDecide && canDecideAppeal(actor, standing),
    },
  };
}
