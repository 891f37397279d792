import type { Partner } from '@kindpal/contract/chat/schema';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useUser } from '~/account/use-session.ts';
import { hasCode } from '~/lib/error-text.ts';
import { ROLE_LABELS } from '~/member/role-label.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Card } from '~/ui/card.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { directChannel } from './direct-channel.ts';
import { ChatLoadFailed, UserNotFound } from './direct-chat-states.tsx';
import { Thread, ThreadSkeleton } from './thread.tsx';
import { useThreadMessages } from './use-thread-messages.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** The chat with another member; with oneself there is none. [M2] */
export function DirectChat({ memberId }: { memberId: string }) {
  const me = useUser().id;
  if (memberId.toLowerCase() === me) return <UserNotFound />;
  return <OpenChat key={`${me} ${memberId}`} me={me} memberId={memberId.toLowerCase()} />;
}

function OpenChat({ me, memberId }: { me: string; memberId: string }) {
  const channel = useMemo(() => directChannel(memberId), [memberId]);
  const messages = useThreadMessages(channel);
  const partner = messages.data?.pages[0]?.partner;
  if (hasCode(messages.error, 'NOT_FOUND')) return <UserNotFound />;
  if (!partner && messages.isError) return <ChatLoadFailed query={messages} />;
  if (!partner) return <ChatSkeleton />;
  const { full_name, can } = partner;
  return (
    <Panel>
      <title>{`${full_name} · Kindpal`}</title>
      <PartnerHeader partner={partner} />
      <Thread
        me={me}
        channel={channel}
        messages={messages}
        label={`Messages with ${full_name}`}
        boxLabel={`Message to ${full_name}`}
        opening={can.write ? 'No messages yet. Say hello.' : 'Nothing was said here.'}
        closed={can.write ? null : 'This member cannot be written to at the moment.'}
        hideNames
        className="min-h-0 flex-1"
      />
    </Panel>
  );
}

/** 600 px high where the screen has them, less the bar, the way back and a margin. [M2] */
function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useVisibleHeight(panel);
  return (
    <Card
      ref={panel}
      inset="none"
      className="relative flex h-[600px] max-h-[calc(var(--visible-height,100dvh)-var(--bar)-5.75rem)] min-h-60 flex-col overflow-hidden"
    >
      {children}
    </Card>
  );
}

function PartnerHeader({ partner }: { partner: Partner }) {
  const { full_name, profile_image_url, role, can } = partner;
  return (
    <header className="flex items-center gap-3 border-line border-b px-3.5 py-2.5">
      <Avatar name={full_name} src={profile_image_url} />
      <div className="grid min-w-0">
        <h1 dir="auto" className="truncate text-lg leading-snug">
          {can.write ? (
            <Link
              to={`/profile/${partner.id}`}
              className="underline-offset-4 hover:text-accent hover:underline"
            >
              {full_name}
            </Link>
          ) : (
            full_name
          )}
        </h1>
        <p className="text-ink-soft text-sm leading-snug">{ROLE_LABELS[role]}</p>
      </div>
    </header>
  );
}

function ChatSkeleton() {
  return (
    <Panel>
      <div
        aria-hidden="true"
        className="flex items-center gap-3 border-line border-b px-3.5 py-2.5"
      >
        <Skeleton className="size-11 shrink-0 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-4.5 w-40" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-3.5 py-3">
        <ThreadSkeleton />
      </div>
      <div aria-hidden="true" className="border-line border-t p-2.5">
        <Skeleton className="h-12" />
      </div>
    </Panel>
  );
}
