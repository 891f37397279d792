import { useMemo } from 'react';
import { useReader } from '~/account/use-session.ts';
import { jobChannel } from '~/chat/job-channel.ts';
import { Thread } from '~/chat/thread.tsx';
import { useThreadMessages } from '~/chat/use-thread-messages.ts';
import { Card } from '~/ui/card.tsx';

type EndedChatProps = {
  jobId: string;
  claimId: string;
  /** The other one of the two, as far as the reader is told of them. */
  partner: string;
};

/** The chat of a claim that has ended, to be read by the two who talked in it. [D3] [M1] */
export function EndedChat({ jobId, claimId, partner }: EndedChatProps) {
  const me = useReader()?.id;
  const channel = useMemo(
    () => jobChannel({ jobId, claimId, partner, isEnded: true }),
    [jobId, claimId, partner],
  );
  const messages = useThreadMessages(channel);
  if (!me) return null;
  return (
    <section aria-label="Earlier chat" className="grid min-w-0 gap-2">
      <h2 className="text-xl">Earlier chat</h2>
      <Card inset="none" className="relative overflow-hidden">
        <Thread
          me={me}
          channel={channel}
          messages={messages}
          label={`Messages with ${partner}`}
          boxLabel=""
          opening="Nothing was said here."
          closed="This claim has ended. Nothing more can be sent here."
          className="max-h-[60dvh] min-h-32"
        />
      </Card>
    </section>
  );
}
