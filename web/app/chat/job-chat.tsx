import { useMemo } from 'react';
import { useViewer } from '~/account/session/use-session.ts';
import { Card } from '~/ui/card.tsx';
import { type JobThreadName, jobChannel } from './job-channel.ts';
import { Thread } from './thread/thread.tsx';
import { useThreadMessages } from './thread/use-thread-messages.ts';

type JobChatProps = { jobTitle: string; thread: JobThreadName };

/** The chat between a job's owner and the sitter who holds it. [M1] */
export function JobChat({ jobTitle, thread }: JobChatProps) {
  const me = useViewer()?.id;
  if (me === undefined) return null;
  return <JobThread key={`${me} ${thread.claimId}`} jobTitle={jobTitle} thread={thread} me={me} />;
}

function JobThread({ jobTitle, thread, me }: JobChatProps & { me: string }) {
  const { jobId, claimId, partner } = thread;
  const channel = useMemo(() => jobChannel({ jobId, claimId, partner }), [jobId, claimId, partner]);
  const messages = useThreadMessages(channel);
  const canWrite = messages.data?.pages[0]?.can.write ?? true;
  return (
    <Card inset="none" className="relative overflow-hidden">
      <Thread
        me={me}
        channel={channel}
        messages={messages}
        label={`Messages about ${jobTitle}`}
        boxLabel={`Message about ${jobTitle}`}
        opening="No messages yet. Say hello and settle keys, food and times."
        closed={canWrite ? null : 'You can’t message this member right now.'}
        className="h-80 max-h-[45dvh] min-h-40"
      />
    </Card>
  );
}
