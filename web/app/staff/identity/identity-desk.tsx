import { IDENTITY_METHODS } from '@kindpal/contract/identity/rules';
import type { IdentityStatus, StaffIdentityCheck } from '@kindpal/contract/identity/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { formatDay } from '~/lib/format.ts';
import { useQueryChoice } from '~/lib/use-query-choice.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { MemberHeading } from '~/staff/members/member-link.tsx';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { type CheckStep, StepDialog } from './step-dialog.tsx';

const BOXES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'ended', label: 'Closed' },
] as const;
const STATUSES = BOXES.map(({ value }) => value);

/** Identity checks of members, and the next step of each. [S4] */
export function IdentityDesk() {
  const [state, setState] = useQueryChoice('status', STATUSES, 'waiting');
  const [step, setStep] = useState<CheckStep | null>(null);
  const query = useInfiniteQuery(
    api.identity.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, ...(cursor ? { cursor } : {}) }),
      ...pageByPage,
    }),
  );
  return (
    <div className="grid justify-items-start gap-5">
      <SegmentedControl label="Which checks" value={state} onChange={setState} options={BOXES} />
      <div className="w-full">
        <KeyList opens="open the member">
          <PagedList
            label="Identity Checks"
            query={query}
            rows={rowsOf(query)}
            failure="The checks didn’t load"
            empty={<p className="text-ink-soft">None.</p>}
          >
            {(check) => <Check key={check.id} check={check} onStep={setStep} />}
          </PagedList>
        </KeyList>
      </div>
      <StepDialog step={step} onClose={() => setStep(null)} />
    </div>
  );
}

const STATES: Record<IdentityStatus, { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'caution' },
  checked: { label: 'To confirm', tone: 'caution' },
  confirmed: { label: 'Confirmed', tone: 'positive' },
  refused: { label: 'Refused', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  revoked: { label: 'Revoked', tone: 'danger' },
  renamed: { label: 'Name changed', tone: 'plain' },
  replaced: { label: 'Replaced', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
};

type CheckProps = { check: StaffIdentityCheck; onStep: (step: CheckStep) => void };

function Check({ check, onStep }: CheckProps) {
  const { member, status, requested_at, reason, can } = check;
  const { label, tone } = STATES[status];
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="grid min-w-0 gap-0.5 text-ink-soft text-sm wrap-anywhere">
          <MemberHeading id={member.id} name={member.full_name} />
          <p>
            <EmailAddress email={member.email} />
          </p>
          <p>
            Requested <Moment at={requested_at} />
          </p>
        </div>
        <StatusLabel tone={tone}>{label}</StatusLabel>
      </div>
      <Trail check={check} />
      {reason ? (
        <p dir="auto" className="whitespace-pre-wrap text-sm wrap-anywhere">
          {reason}
        </p>
      ) : null}
      {status === 'checked' && !can.confirm ? (
        <p className="text-ink-soft text-sm">Someone else on the team has to confirm it.</p>
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {can.check ? (
          <Button size="sm" variant="secondary" onClick={() => onStep({ check, step: 'check' })}>
            Record check
          </Button>
        ) : null}
        {can.confirm ? (
          <Button size="sm" variant="secondary" onClick={() => onStep({ check, step: 'confirm' })}>
            Confirm
          </Button>
        ) : null}
        {can.refuse ? (
          <Button size="sm" variant="outline" onClick={() => onStep({ check, step: 'refuse' })}>
            Refuse
          </Button>
        ) : null}
        {can.revoke ? (
          <Button size="sm" variant="outline" onClick={() => onStep({ check, step: 'revoke' })}>
            Revoke
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

/** Who recorded and who confirmed the check. */
function Trail({ check }: { check: StaffIdentityCheck }) {
  const { method, checked_at, checked_by, confirmed_at, confirmed_by, expires_at } = check;
  if (!checked_at) return null;
  return (
    <p className="text-ink-soft text-sm wrap-anywhere">
      Checked {method ? IDENTITY_METHODS[method].toLowerCase() : ''} on {formatDay(checked_at)} by{' '}
      <bdi>{checked_by?.full_name ?? 'someone who left'}</bdi>
      {confirmed_at ? (
        <>
          , confirmed on {formatDay(confirmed_at)} by{' '}
          <bdi>{confirmed_by?.full_name ?? 'someone who left'}</bdi>, valid until{' '}
          {expires_at ? formatDay(expires_at) : ''}
        </>
      ) : null}
      .
    </p>
  );
}
