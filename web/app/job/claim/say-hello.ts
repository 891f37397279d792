import type { Claim } from '@kindpal/contract/claim/schema';
import { jobChannel } from '~/chat/job-channel.ts';
import { keepChatDraft, readChatDraft } from '~/chat/thread/chat-draft.ts';
import type { PendingMessage } from '~/chat/thread/message-groups.ts';
import { sendInOrder } from '~/chat/thread/outgoing.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { notify } from '~/notify/notify.ts';
import { type Claiming, keepHello, readHello } from './introduction-draft.ts';
import type { BesideClaim } from './use-claim-job.ts';

/**
 * Sends the first message to the owner, as it was submitted with the claim, once the job is
 * claimed; nothing if it is empty. `partner` is the owner's name. [M1]
 */
export function greeting(
  hello: string,
  { partner, ...claiming }: Claiming & { partner: string },
): Pick<BesideClaim, 'greet'> {
  const text = hello.trim();
  if (text === '') return {};
  const isKept = readHello(sessionStorage, claiming) !== '';
  return {
    greet(claim) {
      // A chat that was opened before the answer has it in its box.
      if (isKept && readHello(sessionStorage, claiming) === '') return;
      keepHello(sessionStorage, claiming, '');
      void sayHello(text, { claim, partner });
    },
  };
}

/**
 * Sends the first message in the chat of a new claim, which shows it. If that fails, it waits in
 * the chat, from where it can be sent again. [M1]
 */
async function sayHello(
  content: string,
  { claim, partner }: { claim: Claim; partner: string },
): Promise<void> {
  const { id: claimId, job_id: jobId, sitter_id: me } = claim;
  const chat = { me, thread: claimId };
  const message: PendingMessage = {
    client_id: crypto.randomUUID(),
    content,
    created_at: new Date().toISOString(),
    state: 'sending',
  };
  const about = { job_id: jobId, partner };
  keepChatDraft(sessionStorage, chat, { text: '', pending: [message], about });
  try {
    await sendInOrder(jobChannel({ jobId, claimId, partner }), message);
    const left = readChatDraft(sessionStorage, chat);
    const pending = left.pending.filter(({ client_id }) => client_id !== message.client_id);
    keepChatDraft(sessionStorage, chat, { ...left, pending });
  } catch (error) {
    notify.outcome({
      title: 'Your message wasn’t sent',
      description: `${errorText(error)} It’s in your chat with ${partner}.`,
      variant: 'destructive',
      error,
    });
  }
}
