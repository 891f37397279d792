import { ORPCError } from '@orpc/client';
import { readSession } from '~/account/session/session-store.ts';
import { client } from '~/lib/calls/client.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { isRefusedByProxy, isRetryable } from '~/lib/calls/reachability.ts';
import {
  findAction,
  holdAction,
  listActions,
  noteRefusal,
  type QueuedAction,
  removeAction,
} from './action-queue.ts';
import { showQueue } from './show-queue.ts';

const LOCK = 'kindpal-queue';
/** The state after each action: if the job has it already, the response was lost. */
const RESULTS = { start: 'in_progress', complete: 'completed' } as const;

/** A sitter who lost the job may do nothing with it; the server does not say why. */
const NOT_YOURS = 'You no longer have this job.';
const ENDED = 'This claim has ended.';

/** `passed-over`: a proxy refused it, which may let others through. */
export type SendingOutcome = 'sent' | 'later' | 'passed-over' | { refusal: string };

/** How to send an action, and the signed-in member's id. */
type Means = {
  send: (action: QueuedAction) => Promise<SendingOutcome>;
  viewerId: () => string | null;
};
const MEANS: Means = { send: sendAction, viewerId: () => readSession().user?.id ?? null };

/**
 * Sends the viewer's offline actions in order, in one tab at a time. It stops when the server does
 * not respond; refused actions stay, with the reason. Returns those that were refused now.
 */
export async function sendQueue(means: Means = MEANS): Promise<QueuedAction[]> {
  const memberId = means.viewerId();
  if (memberId === null) return [];
  // On a device that cannot store anything, there is nothing to send.
  return inTurn(() => sendAll(memberId, means)).catch(() => []);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** After other work of all tabs; of this tab only, in a browser without locks. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) {
    return navigator.locks.request(LOCK, work);
  }
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function sendAll(memberId: string, means: Means): Promise<QueuedAction[]> {
  const refused: QueuedAction[] = [];
  const passedOver = new Set<string>();
  for (const { key, job_id, kind } of await listActions(memberId)) {
    // Messages stay in order, and so do actions on a job.
    if (passedOver.has(kind + job_id)) continue;
    const outcome = await holdAction(memberId, key, () => sendHeld(memberId, key, means));
    if (outcome === 'later') break;
    if (outcome === 'passed-over') passedOver.add(kind + job_id);
    else if (outcome) refused.push(outcome);
  }
  // Another member may have signed in meanwhile.
  if (means.viewerId() !== memberId) return [];
  await showQueue(memberId);
  return refused;
}

/** Sends an action, unless it was removed or refused before; returns it if it is refused now. */
async function sendHeld(
  memberId: string,
  key: number,
  { send, viewerId }: Means,
): Promise<QueuedAction | 'later' | 'passed-over' | null> {
  const action = await findAction(memberId, key);
  if (action?.refusal !== null) return null;
  // Another member's session would send it in their name.
  if (viewerId() !== memberId) return 'later';
  const outcome = await send(action);
  if (outcome === 'later' || outcome === 'passed-over') return outcome;
  if (outcome === 'sent') {
    await removeAction(memberId, key);
    return null;
  }
  await noteRefusal(memberId, action, outcome.refusal);
  return action;
}

/**
 * Sends one action for the claim that the member saw. A message has an id, so it is stored once
 * even if its response was lost.
 */
export async function sendAction(action: QueuedAction): Promise<SendingOutcome> {
  try {
    const { job_id, claim_id } = action;
    if (action.kind === 'message') {
      const { client_id, content } = action;
      await client.chat.sendJobMessage({ job_id, claim_id, client_id, content });
    } else {
      await client.job.move({ job_id, claim_id, action: action.move });
    }
    return 'sent';
  } catch (error) {
    return outcomeOf(action, error);
  }
}

/** What an error means for an action: whether to retry, and otherwise the reason to show. */
export function outcomeOf(action: QueuedAction, error: unknown): SendingOutcome {
  if (isRefusedByProxy(error)) return 'passed-over';
  if (isRetryable(error) || !(error instanceof ORPCError && error.defined)) return 'later';
  if (error.code === 'UNAUTHORIZED' || error.code === 'TOO_MANY_REQUESTS') return 'later';
  if (action.kind === 'move' && error.code === 'JOB_ACTION_REFUSED') {
    const { status } = error.data as { status: string };
    if (status === RESULTS[action.move]) return 'sent';
  }
  if (action.kind === 'move' && error.code === 'FORBIDDEN') return { refusal: NOT_YOURS };
  // Its usual text repeats that the message was not sent, which the list says above.
  if (error.code === 'CLAIM_ENDED') return { refusal: ENDED };
  return { refusal: errorText(error) };
}
