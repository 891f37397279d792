import type { Partner } from '@kindpal/contract/chat/schema';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useUser } from '~/account/use-session.ts';
import { hasCode } from '~/lib/error-text.ts';
import { ROLE_LABELS } from '~/member/role-label.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { directChannel } from './direct-channel.ts';
import { ChatLoadFailed, UserNotFound } from './direct-chat-states.tsx';
import { Thread } from './thread.tsx';
import { ThreadHeader, ThreadPanel, ThreadPanelSkeleton } from './thread-panel.tsx';
import { useThreadMessages } from './use-thread-messages.ts';

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
  if (!partner) return <ThreadPanelSkeleton />;
  const { full_name, can } = partner;
  return (
    <ThreadPanel>
      <title>{`${full_name} · Kindpal`}</title>
      <PartnerHeader partner={partner} conversationId={messages.data?.pages[0]?.conversation_id} />
      <Thread
        me={me}
        channel={channel}
        messages={messages}
        label={`Messages with ${full_name}`}
        boxLabel={`Message to ${full_name}`}
        opening={can.write ? 'No messages yet. Say hello.' : 'No messages.'}
        closed={can.write ? null : 'You can’t message this member right now.'}
        hideNames
        className="min-h-0 flex-1"
      />
    </ThreadPanel>
  );
}

type PartnerHeaderProps = { partner: Partner; conversationId: string | null | undefined };

function PartnerHeader({ partner, conversationId }: PartnerHeaderProps) {
  const { full_name, role, can } = partner;
  const name = can.write ? (
    <Link
      to={`/profile/${partner.id}`}
      className="underline-offset-4 hover:text-accent hover:underline"
    >
      {full_name}
    </Link>
  ) : (
    full_name
  );
  return (
    <ThreadHeader
      partner={partner}
      title={name}
      picture={
        conversationId ? (
          <ReportButton
            name={full_name}
            subjects={[{ type: 'conversation', id: conversationId, label: 'The conversation' }]}
            icon={{ label: 'Report conversation' }}
          />
        ) : null
      }
    >
      <p>{ROLE_LABELS[role]}</p>
    </ThreadHeader>
  );
}
