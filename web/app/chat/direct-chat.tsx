import { FIRST_MESSAGES } from '@kindpal/contract/chat/rules';
import type { Partner } from '@kindpal/contract/chat/schema';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { counted } from '~/lib/counted.ts';
import { ROLE_LABELS } from '~/member/role-label.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { Card } from '~/ui/card.tsx';
import { type DirectPage, directChannel } from './direct-channel.ts';
import { ChatLoadFailed, UserNotFound } from './direct-chat-states.tsx';
import { hasChatDraft } from './thread/chat-draft.ts';
import { RequestBar } from './thread/request-bar.tsx';
import { Thread } from './thread/thread.tsx';
import {
  ThreadHeader,
  ThreadPanel,
  ThreadPanelSkeleton,
  takesPortrait,
} from './thread/thread-panel.tsx';
import { useThreadMessages } from './thread/use-thread-messages.ts';

/** The chat with another member. [M2] */
export function DirectChat({ memberId }: { memberId: string }) {
  const me = useUser().id;
  if (memberId.toLowerCase() === me) return <UserNotFound />;
  return <OpenChat key={`${me} ${memberId}`} me={me} memberId={memberId.toLowerCase()} />;
}

function OpenChat({ me, memberId }: { me: string; memberId: string }) {
  const channel = useMemo(() => directChannel(memberId), [memberId]);
  const messages = useThreadMessages(channel);
  const page = messages.data?.pages[0];
  const partner = page?.partner;
  const isGone = hasCode(messages.error, 'NOT_FOUND');
  // What was written to somebody who has blocked this member meanwhile can still be copied.
  const hasDraft = isGone && hasChatDraft(sessionStorage, { me, thread: channel.id });
  if (isGone && !hasDraft) return <UserNotFound />;
  if (isGone && !partner) {
    return (
      <>
        <Card inset="none" className="relative mb-6 overflow-hidden">
          <Thread
            me={me}
            channel={channel}
            messages={messages}
            label="Your unsent messages"
            boxLabel=""
            opening=""
            closed="You can’t message this member right now."
            className="max-h-[45dvh]"
          />
        </Card>
        <UserNotFound />
      </>
    );
  }
  if (!partner && messages.isError) return <ChatLoadFailed query={messages} />;
  if (!partner) return <ThreadPanelSkeleton />;
  const { full_name, can } = partner;
  const { contact, conversation_id } = page;
  const isRequest = contact === 'request' || contact === 'declined';
  const canWrite = can.write && !isGone;
  return (
    <ThreadPanel>
      <title>{`${full_name} · Kindpal`}</title>
      <PartnerHeader partner={partner} conversationId={conversation_id} />
      <Thread
        me={me}
        channel={channel}
        messages={messages}
        label={`Messages with ${full_name}`}
        boxLabel={`Message to ${full_name}`}
        opening={can.write ? 'No messages yet. Say hello.' : 'No messages.'}
        closed={canWrite ? null : closedText(page)}
        note={
          isRequest && conversation_id ? (
            <RequestBar
              partner={partner}
              conversationId={conversation_id}
              isDeclined={contact === 'declined'}
            />
          ) : canWrite ? (
            <MessagesLeft page={page} />
          ) : null
        }
        isPage
        className="min-h-32 flex-[1_1_0px]"
      />
    </ThreadPanel>
  );
}

/** Why the member cannot write. A declined request has the same text as a waiting one. [M3] */
function closedText({ contact, partner: { full_name } }: DirectPage): string {
  if (contact === 'waiting') {
    return `You’ve sent ${counted(FIRST_MESSAGES, 'message')}. You can write more when ${full_name} replies.`;
  }
  if (contact === 'not_taken') return `${full_name} has limited who can message them first.`;
  return 'You can’t message this member right now.';
}

/** How many messages can be sent to a stranger before they reply. [M3] */
function MessagesLeft({ page: { messages_left, partner } }: { page: DirectPage }) {
  if (messages_left === null) return null;
  return (
    <p className="border-line border-t px-3.5 pt-2.5 text-ink-soft text-sm">
      You can send{' '}
      {counted(messages_left, messages_left < FIRST_MESSAGES ? 'more message' : 'message')} until{' '}
      <bdi>{partner.full_name}</bdi> replies.
    </p>
  );
}

type PartnerHeaderProps = { partner: Partner; conversationId: string | null | undefined };

function PartnerHeader({ partner, conversationId }: PartnerHeaderProps) {
  const { full_name, role, can } = partner;
  const name = can.write ? (
    <Link
      {...takesPortrait}
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
      aside={
        conversationId ? (
          <ReportButton
            name={full_name}
            subjects={[{ type: 'conversation', id: conversationId, label: 'The chat' }]}
            icon={{ label: 'Report chat' }}
          />
        ) : null
      }
    >
      <p>{ROLE_LABELS[role]}</p>
    </ThreadHeader>
  );
}
