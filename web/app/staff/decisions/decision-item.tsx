import type { StaffDecision } from '@kindpal/contract/moderation/schema';
import { type ReactNode, useState } from 'react';
import { DOT, formatDateTime } from '~/lib/format.ts';
import { DECISION_LABELS, endingOf } from '~/moderation/decision-texts.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { Moment } from '~/ui/moment.tsx';
import { AnswerDialog, type Answering } from './answer-dialog.tsx';

type StaffName = { full_name: string } | null;
const nameOf = (staff: StaffName) => staff?.full_name ?? 'our team';

type DecisionItemProps = {
  decision: StaffDecision;
  /** The member concerned, if that is not shown elsewhere. */
  heading?: ReactNode;
};

/** One decision about a member, its appeal, and possible actions. [S4] */
export function DecisionItem({ decision, heading }: DecisionItemProps) {
  const { kind, reason, note, created_at, ends_at, ended_by, appeal, can } = decision;
  const [answering, setAnswering] = useState<Answering | null>(null);
  const ending = endingOf(decision);
  // In a queue of its own it is a card like the rows of other queues.
  const look = heading
    ? 'rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5'
    : 'rounded-md bg-sunken p-3';
  return (
    <li className={cx('grid gap-3 text-sm', look)}>
      {heading ? <p className="font-semibold text-base">{heading}</p> : null}
      <div className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
        <span className="wrap-anywhere">
          <Moment at={created_at} isFirst />
          {DOT}
          <bdi>{nameOf(decision.decided_by)}</bdi>
        </span>
        <StatusLabel tone={ending || kind === 'dismiss' ? 'plain' : 'danger'}>
          {DECISION_LABELS[kind]}
        </StatusLabel>
      </div>
      {reason ? (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {reason}
        </p>
      ) : null}
      {note ? (
        <p className="text-ink-soft wrap-anywhere">
          Note: <bdi>{note}</bdi>
        </p>
      ) : null}
      {ending ? (
        <p className="text-ink-soft">
          {ending}
          {ended_by ? (
            <>
              {' by '}
              <bdi>{ended_by.full_name}</bdi>
            </>
          ) : null}
        </p>
      ) : null}
      {ends_at && !ending ? (
        <p className="text-ink-soft">
          Ends <time dateTime={ends_at}>{formatDateTime(ends_at)}</time>
        </p>
      ) : null}
      {appeal ? <AppealOf appeal={appeal} /> : null}
      {can.undo || can.decide_appeal ? (
        <div className="flex flex-wrap gap-2">
          {can.decide_appeal ? (
            <>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => setAnswering({ kind: 'granted', decision })}
              >
                Grant appeal
              </Button>
              <Button
                size="sm"
                variant="outline"
                onClick={() => setAnswering({ kind: 'upheld', decision })}
              >
                Uphold decision
              </Button>
            </>
          ) : null}
          {can.undo && !can.decide_appeal ? (
            <Button
              size="sm"
              variant="outline"
              onClick={() => setAnswering({ kind: 'undo', decision })}
            >
              {kind === 'suspend' || kind === 'ban' ? 'Lift' : 'Reverse'}
            </Button>
          ) : null}
        </div>
      ) : null}
      <AnswerDialog answering={answering} onClose={() => setAnswering(null)} />
    </li>
  );
}

function AppealOf({ appeal }: { appeal: NonNullable<StaffDecision['appeal']> }) {
  const { text, created_at, decision, decided_by, answer } = appeal;
  return (
    <div className="grid gap-1 border-line border-l-4 pl-3">
      <p className="font-semibold">
        Appeal <Moment at={created_at} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {decision ? (
        <p className="text-ink-soft wrap-anywhere">
          {decision === 'granted' ? 'Granted' : 'Upheld'} by <bdi>{nameOf(decided_by)}</bdi>: “
          <bdi>{answer}</bdi>”
        </p>
      ) : null}
    </div>
  );
}
