import type { StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { counted } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { MemberHeading } from '~/staff/members/member-link.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { DecideRequestDialog, type RequestDecision } from './decide-request-dialog.tsx';

const STATES: Record<StaffInviteRequest['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'caution' },
  granted: { label: 'Granted', tone: 'positive' },
  refused: { label: 'Refused', tone: 'plain' },
};

/** Members' requests for another code, open ones first. [I1] */
export function InviteRequests() {
  const query = useInfiniteQuery(
    api.invite.listRequests.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const [deciding, setDeciding] = useState<RequestDecision | null>(null);
  return (
    <>
      <KeyList opens="open the member">
        <PagedList
          label="Invite requests"
          query={query}
          rows={rowsOf(query)}
          failure="The requests didn’t load"
          empty={
            <EmptyState illustration={<KeyOnTag />} title="No open requests">
              Members ask for another code from the Invite dialog.
            </EmptyState>
          }
        >
          {(request) => <Request key={request.id} request={request} onDecide={setDeciding} />}
        </PagedList>
      </KeyList>
      <DecideRequestDialog decision={deciding} onClose={() => setDeciding(null)} />
    </>
  );
}

type RequestProps = { request: StaffInviteRequest; onDecide: (decision: RequestDecision) => void };

function Request({ request, onDecide }: RequestProps) {
  const { member, message, status, created_at, invited_count, decided_by, can } = request;
  const { label, tone } = STATES[status];
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 items-center gap-3">
          <Avatar name={member.full_name} src={member.profile_image_url} />
          <div className="min-w-0 text-ink-soft text-sm">
            <MemberHeading id={member.id} name={member.full_name} />
            <p>
              <Moment at={created_at} isFirst />
              {DOT}
              {counted(invited_count, 'member')} invited so far
            </p>
          </div>
        </div>
        <StatusLabel tone={tone}>{label}</StatusLabel>
      </div>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message || <span className="text-ink-soft">Gave no reason.</span>}
      </p>
      {status === 'pending' && !can.decide ? (
        <p className="text-ink-soft text-sm">Another admin decides your own request.</p>
      ) : null}
      {can.decide ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="secondary"
            onClick={() => onDecide({ request, decision: 'granted' })}
          >
            Grant
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => onDecide({ request, decision: 'refused' })}
          >
            Refuse
          </Button>
        </div>
      ) : null}
      {status === 'pending' ? null : (
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          <bdi>{decided_by ?? 'Someone'}</bdi>: “<bdi>{request.decision_reason}</bdi>”
        </p>
      )}
    </Card>
  );
}
