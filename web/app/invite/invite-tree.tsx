import type { InviteTree as Tree } from '@kindpal/contract/invite/schema';
import type { MemberCard } from '@kindpal/contract/member/schema';
import { useQuery } from '@tanstack/react-query';
import { TicketCheck } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { formatDay } from '~/lib/format.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { FirstPaw } from '~/ui/illustrations/first-paw.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** The member's inviter, and the people the member invited. [I1] */
export function InviteTree() {
  const query = useQuery(api.invite.getTree.queryOptions({ refetchOnMount: 'always' }));
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <TreeSkeleton />
      </OfflineWait>
    );
  }
  if (!query.data) return <LoadFailed title="Your invitations didn’t load" query={query} />;
  const { invited, invited_by } = query.data;
  return (
    <div className="grid gap-9">
      <section aria-labelledby="invited-by" className="grid gap-4">
        <h2 id="invited-by" className="text-xl">
          Invited by
        </h2>
        {invited_by ? (
          <div className="grid gap-3 sm:grid-cols-2">
            <Person member={invited_by} note="Vouched for you with their code" />
          </div>
        ) : (
          <Founder />
        )}
      </section>
      <section aria-labelledby="invited" className="grid gap-4">
        <h2 id="invited" className="text-xl">
          You invited{invited.length > 1 ? ` (${invited.length})` : ''}
        </h2>
        {invited.length > 0 ? <Invited invited={invited} /> : <NobodyYet />}
      </section>
    </div>
  );
}

function Invited({ invited }: Pick<Tree, 'invited'>) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {invited.map(({ member, joined_at }) => (
        <li key={member.id}>
          <Person member={member} note={`Joined ${formatDay(joined_at)}`} />
        </li>
      ))}
    </ul>
  );
}

function Person({ member, note }: { member: MemberCard; note: string }) {
  return (
    <Card pressable className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={member.full_name} src={member.profile_image_url} size="lg" />
      {/* With large text, the name goes below the picture instead of breaking by letters. */}
      <div className="grid min-w-[min(100%,9em)] flex-1 gap-0.5">
        <h3 className="font-sans font-semibold text-lg tracking-normal [overflow-wrap:anywhere]">
          <Link to={`/profile/${member.id}`} className={cardLinkStyle}>
            <bdi>{member.full_name}</bdi>
          </Link>
        </h3>
        <p className="text-ink-soft text-sm">{note}</p>
      </div>
    </Card>
  );
}

function Founder() {
  return (
    <Card className="flex flex-wrap items-center gap-5">
      <div className="w-28">
        <FirstPaw />
      </div>
      <p className="min-w-48 flex-1 text-ink-soft">
        No one: you were here first, or the person who invited you has left.
      </p>
    </Card>
  );
}

function NobodyYet() {
  return (
    <Card>
      <EmptyState
        headingLevel={3}
        illustration={<DogOnLead />}
        title="No one yet"
        className="py-2!"
        action={
          <InviteDialog
            variant="primary"
            size="md"
            icon={<TicketCheck aria-hidden="true" className="size-5" />}
          >
            Invite a neighbor
          </InviteDialog>
        }
      >
        Who would you trust with your own pets? Start there.
      </EmptyState>
    </Card>
  );
}

function TreeSkeleton() {
  return (
    <div role="status" aria-label="Loading your invitations" className="grid gap-9">
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
