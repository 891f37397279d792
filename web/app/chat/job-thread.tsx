import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { PetPicture } from '~/job/pet-picture.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { ChatLoadFailed, InsteadOfThread } from './direct-chat-states.tsx';
import { jobChannel } from './job-channel.ts';
import { Thread } from './thread/thread.tsx';
import { isEndedState, ThreadStateLabel, threadTitleOf } from './thread/thread-about.tsx';
import {
  ThreadHeader,
  ThreadPanel,
  ThreadPanelSkeleton,
  takesPortrait,
} from './thread/thread-panel.tsx';
import { useThreadMessages } from './thread/use-thread-messages.ts';

type JobThreadProps = { jobId: string; claimId: string };

/** The thread of one claim of a job, live or ended, for its two participants. [M1] */
export function JobThread({ jobId, claimId }: JobThreadProps) {
  const me = useUser().id;
  const thread = useQuery(
    api.chat.getThread.queryOptions({ input: { id: claimId }, refetchOnMount: 'always' }),
  );
  const partner = thread.data?.partner.full_name ?? '';
  const job = thread.data?.job;
  const isEnded = job ? isEndedState(job.state) : false;
  const channel = useMemo(
    () => jobChannel({ jobId, claimId, partner, isEnded }),
    [jobId, claimId, partner, isEnded],
  );
  const messages = useThreadMessages(channel);
  if (hasCode(thread.error, 'NOT_FOUND')) return <ThreadNotFound />;
  if (!thread.data && thread.isError) return <ChatLoadFailed query={thread} />;
  if (!thread.data || !job) return <ThreadPanelSkeleton />;
  const title = threadTitleOf(job);
  return (
    <ThreadPanel>
      <title>{`${title} · Kindpal`}</title>
      <ThreadHeader
        partner={thread.data.partner}
        aside={
          <>
            <ReportButton
              name={partner}
              subjects={[{ type: 'conversation', id: claimId, label: 'The chat' }]}
              icon={{ label: 'Report chat' }}
            />
            <Link
              to={`/jobs/${jobId}`}
              aria-hidden="true"
              tabIndex={-1}
              className="shrink-0 max-lg:hidden"
            >
              <PetPicture name={job.pet_name} src={job.pet_image_url} className="size-11" />
            </Link>
          </>
        }
        title={
          <Link
            to={`/jobs/${jobId}`}
            className="underline-offset-4 hover:text-accent hover:underline"
          >
            {title}
          </Link>
        }
      >
        <Link
          {...takesPortrait}
          to={`/profile/${thread.data.partner.id}`}
          className="touch-area min-w-0 underline-offset-4 hover:underline"
        >
          <bdi className="block truncate">{partner}</bdi>
        </Link>
        <ThreadStateLabel state={job.state} />
      </ThreadHeader>
      <Thread
        key={`${me} ${claimId} ${isEnded}`}
        me={me}
        channel={channel}
        messages={messages}
        label={`Messages about ${title}`}
        boxLabel={`Message about ${title}`}
        opening={
          isEnded ? 'No messages.' : 'No messages yet. Say hello and settle keys, food and times.'
        }
        closed={closedText({ isEnded, canWrite: thread.data.partner.can.write })}
        isPage
        className="min-h-32 flex-[1_1_0px]"
      />
    </ThreadPanel>
  );
}

function closedText({ isEnded, canWrite }: { isEnded: boolean; canWrite: boolean }) {
  if (isEnded) return 'This claim has ended. You can’t send messages here.';
  return canWrite ? null : 'You can’t message this member right now.';
}

/** Shown for an unknown thread, or one of other members. [M1] */
export function ThreadNotFound() {
  return (
    <InsteadOfThread>
      <EmptyState headingLevel={1} illustration={<ChatBubbles />} title="Chat not found">
        <p>It doesn’t exist, or you’re not part of it.</p>
      </EmptyState>
    </InsteadOfThread>
  );
}
