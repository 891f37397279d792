import { useMemo } from 'react';
import { useViewer } from '~/account/session/use-session.ts';
import { Card } from '~/ui/card.tsx';
import { jobChannel } from '../job-channel.ts';
import { type EndedDraft, listEndedDrafts } from '../thread/chat-draft.ts';
import { Thread } from '../thread/thread.tsx';
import { useThreadMessages } from '../thread/use-thread-messages.ts';

type EndedThreadsProps = {
  jobId: string;
  currentClaimId: string | undefined;
};

/** The ended threads of a job in which this member has unsent messages. [M1] */
export function EndedThreads({ jobId, currentClaimId }: EndedThreadsProps) {
  const me = useViewer()?.id;
  const ended = useMemo(
    () => (me ? listEndedDrafts(sessionStorage, { me, jobId, currentClaimId }) : []),
    [me, jobId, currentClaimId],
  );
  if (me === undefined) return null;
  return ended.map((draft) => (
    <EndedThread key={`${me} ${draft.claimId}`} me={me} jobId={jobId} {...draft} />
  ));
}

type EndedThreadProps = { me: string; jobId: string } & EndedDraft;

/** A read-only thread, because its claim has ended. [M1] */
function EndedThread({ me, jobId, claimId, partner }: EndedThreadProps) {
  const channel = useMemo(
    () => jobChannel({ jobId, claimId, partner, isEnded: true }),
    [jobId, claimId, partner],
  );
  const title = `Earlier chat with ${partner}`;
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h2 className="wrap-anywhere text-xl">
        Earlier chat with <bdi>{partner}</bdi>
      </h2>
      <Card inset="none" className="relative overflow-hidden">
        <Thread
          me={me}
          channel={channel}
          messages={useThreadMessages(channel)}
          label={`Messages with ${partner}`}
          boxLabel=""
          opening="No messages."
          closed="This claim has ended. You can’t send messages here."
          className="max-h-[45dvh] min-h-32"
        />
      </Card>
    </section>
  );
}
