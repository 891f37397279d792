import { useMemo } from 'react';
import { useReader } from '~/account/use-session.ts';
import { Card } from '~/ui/card.tsx';
import { jobChannel } from './job-channel.ts';
import { Thread } from './thread.tsx';
import { useThreadMessages } from './use-thread-messages.ts';

type JobChatProps = { jobId: string; jobTitle: string };

/** The chat of a job's owner and its claiming sitter. [M1] */
export function JobChat({ jobId, jobTitle }: JobChatProps) {
  const me = useReader()?.id;
  if (me === undefined) return null;
  return <JobThread key={`${me} ${jobId}`} jobId={jobId} jobTitle={jobTitle} me={me} />;
}

function JobThread({ jobId, jobTitle, me }: JobChatProps & { me: string }) {
  const channel = useMemo(() => jobChannel(jobId), [jobId]);
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
        opening="No messages yet. Say hello, and settle keys, food and times."
        closed={canWrite ? null : 'This member cannot be written to at the moment.'}
        className="h-80 max-h-[45dvh] min-h-40"
      />
    </Card>
  );
}
