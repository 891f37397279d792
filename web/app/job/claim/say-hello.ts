import type { Claim } from '@kindpal/contract/claim/schema';
import { jobChannel } from '~/chat/job-channel.ts';
import { keepChatDraft } from '~/chat/thread/chat-draft.ts';
import type { PendingMessage } from '~/chat/thread/message-groups.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { notify } from '~/notify/notify.ts';
import { keepIntroductionDraft } from './introduction-draft.ts';
import type { BesideClaim } from './use-claim-job.ts';

/** Sends the first message to the owner once a job is claimed; nothing if it is empty. [M1] */
export function greeting(hello: string, partner: string): Pick<BesideClaim, 'greet'> {
  const text = hello.trim();
  if (text === '') return {};
  return {
    async greet(claim) {
      keepIntroductionDraft(sessionStorage, { me: claim.sitter_id, jobId: claim.job_id }, null);
      await sayHello(text, { claim, partner });
    },
  };
}

/**
 * Sends the first message in the chat of a new claim. If that fails, it waits in the chat, from
 * where it can be sent again. `partner` is the owner's name. [M1]
 */
async function sayHello(
  content: string,
  { claim, partner }: { claim: Claim; partner: string },
): Promise<void> {
  const { id: claimId, job_id: jobId, sitter_id: me } = claim;
  const message = { client_id: crypto.randomUUID(), content };
  const created_at = new Date().toISOString();
  const about = { job_id: jobId, partner };
  const keep = (pending: PendingMessage[]) =>
    keepChatDraft(sessionStorage, { me, thread: claimId }, { text: '', pending, about });
  // Before it is sent: a chat that opens meanwhile must not overwrite it.
  keep([{ ...message, created_at, state: 'failed' }]);
  try {
    await jobChannel({ jobId, claimId, partner }).send(message);
    keep([]);
  } catch (error) {
    notify.outcome({
      title: 'Your message wasn’t sent',
      description: `${errorText(error)} It’s in your chat with ${partner}.`,
      variant: 'destructive',
      error,
    });
  }
}
