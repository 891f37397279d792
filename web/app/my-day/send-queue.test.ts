import 'fake-indexeddb/auto';
import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusedCall } from '~/testing/refused-call.ts';
import {
  addAction,
  discardAction,
  listActions,
  type NewAction,
  type QueuedAction,
} from './action-queue.ts';
import { removeOtherDays, removeOtherQueues } from './day-database.ts';
import { outcomeOf, type SendingOutcome, sendAction, sendQueue } from './send-queue.ts';

let viewer: string | null;
const viewerId = () => viewer;

const message = (content: string): NewAction => ({
  kind: 'message',
  job_id: 'j1',
  claim_id: 'c1',
  title: 'Weekend with Rex',
  client_id: `id of ${content}`,
  content,
  created_at: 0,
});
const start: NewAction = {
  kind: 'move',
  job_id: 'j1',
  claim_id: 'c1',
  title: 'Weekend with Rex',
  move: 'start',
  created_at: 0,
};

beforeEach(async () => {
  viewer = 'molly';
  await removeOtherQueues(null);
  const queues = async () =>
    (await indexedDB.databases()).filter(({ name }) => name?.startsWith('kindpal-queue-'));
  await vi.waitFor(async () => expect(await queues()).toEqual([]));
});

const nameOf = (action: NewAction) => (action.kind === 'message' ? action.content : action.move);
const waiting = async () => (await listActions('molly')).map(nameOf);

/** A server with these responses in order, and the requests that it received. */
function serverThat(...answers: SendingOutcome[]) {
  const sent: string[] = [];
  const send = async (action: QueuedAction) => {
    sent.push(nameOf(action));
    return answers.shift() ?? 'sent';
  };
  return { sent, means: { send, viewerId } };
}

describe('what a member did offline', () => {
  beforeEach(async () => {
    for (const action of [message('one'), start, message('two')]) await addAction('molly', action);
  });

  it('is sent once, in the original order', async () => {
    const { sent, means } = serverThat();
    await sendQueue(means);
    await sendQueue(means);
    expect(sent).toEqual(['one', 'start', 'two']);
    expect(await waiting()).toEqual([]);
  });

  it('is sent once in a browser without locks, when it is sent again before an answer arrives', async () => {
    vi.stubGlobal('navigator', {});
    const { sent, means } = serverThat();
    await Promise.all([sendQueue(means), sendQueue(means)]);
    vi.unstubAllGlobals();
    expect(sent).toEqual(['one', 'start', 'two']);
  });

  it('is queued once if two tabs move the same job, and again after a refusal', async () => {
    const refusal = 'This job has changed.';
    await Promise.all([addAction('molly', start), addAction('molly', start)]);
    expect(await waiting()).toEqual(['one', 'start', 'two']);
    await addAction('molly', { ...start, claim_id: 'c2' });
    await sendQueue(serverThat('sent', { refusal }, 'sent', 'sent').means);
    await addAction('molly', start);
    expect(await waiting()).toEqual(['start', 'start']);
  });

  it('stops at the first without a response, and continues there', async () => {
    const { sent, means } = serverThat('sent', 'later');
    await sendQueue(means);
    expect(await waiting()).toEqual(['start', 'two']);
    await sendQueue(means);
    expect(sent).toEqual(['one', 'start', 'start', 'two']);
  });

  it('waits while a proxy refuses it, and what is no later part of the same is sent', async () => {
    await addAction('molly', { ...message('three'), job_id: 'j2' });
    const { sent, means } = serverThat('passed-over');
    await sendQueue(means);
    expect(sent).toEqual(['one', 'start', 'three']);
    expect(await waiting()).toEqual(['one', 'two']);
  });

  it('stays with the reason if it was refused, and later items are sent', async () => {
    const { sent, means } = serverThat('sent', { refusal: 'This job has changed.' });
    expect((await sendQueue(means)).map(nameOf)).toEqual(['start']);
    expect(await sendQueue(means)).toEqual([]);
    expect(sent).toEqual(['one', 'start', 'two']);
    expect(await listActions('molly')).toEqual([
      expect.objectContaining({ move: 'start', refusal: 'This job has changed.' }),
    ]);
  });

  it('is not sent in the name of another member, who cannot see it [U6]', async () => {
    const { sent, means } = serverThat();
    viewer = 'ned';
    await sendQueue(means);
    expect(sent).toEqual([]);
    await removeOtherQueues('ned');
    viewer = 'molly';
    await sendQueue(means);
    expect(sent).toEqual([]);
  });

  it('is not sent after they signed out in between', async () => {
    const sent: string[] = [];
    const send = async (action: QueuedAction): Promise<SendingOutcome> => {
      sent.push(nameOf(action));
      viewer = null;
      return 'sent';
    };
    await sendQueue({ send, viewerId });
    expect(sent).toEqual(['one']);
  });

  /** Sends the queue, and removes an action while the first one is being sent. */
  async function discardWhileSending(index: number) {
    const waitingActions = await listActions('molly');
    const sent: string[] = [];
    let isDiscarded: boolean | undefined;
    const send = async (action: QueuedAction): Promise<SendingOutcome> => {
      sent.push(nameOf(action));
      isDiscarded ??= await discardAction('molly', waitingActions[index]?.key ?? -1);
      return 'sent';
    };
    await sendQueue({ send, viewerId });
    return { sent, isDiscarded };
  }

  it.each([true, false])(
    'is not sent once they removed it, and what is being sent can’t be removed (with locks: %s) [M1]',
    async (hasLocks) => {
      if (!hasLocks) vi.stubGlobal('navigator', {});
      expect(await discardWhileSending(2)).toEqual({ sent: ['one', 'start'], isDiscarded: true });
      for (const action of [message('one'), message('two')]) await addAction('molly', action);
      expect(await discardWhileSending(0)).toEqual({ sent: ['one', 'two'], isDiscarded: false });
      vi.unstubAllGlobals();
    },
  );

  it('stays until it is sent if they signed out and in again while an earlier action was being sent [U6]', async () => {
    const send = async (): Promise<SendingOutcome> => {
      await removeOtherQueues(null);
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
      await addAction('molly', message('three'));
      return 'sent';
    };
    await sendQueue({ send, viewerId });
    vi.restoreAllMocks();
    expect(await waiting()).toEqual(['three']);
  });

  it('is not stored again by a refusal that comes after they signed out [U6]', async () => {
    const send = async (): Promise<SendingOutcome> => {
      viewer = null;
      await removeOtherQueues(null);
      return { refusal: 'This job has changed.' };
    };
    await sendQueue({ send, viewerId });
    expect(await waiting()).toEqual([]);
  });

  it('stays when their role changes', async () => {
    await removeOtherDays({ id: 'molly', role: 'both', active_role: 'pet_sitter' });
    await removeOtherQueues('molly');
    expect(await waiting()).toEqual(['one', 'start', 'two']);
  });
});

const refused = (code: string, data?: unknown) =>
  new ORPCError(code, { defined: true, status: 409, message: 'Why not.', data });
const asQueued = (action: NewAction): QueuedAction => ({ ...action, key: 1, refusal: null });

describe('an action that is sent', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('names the claim that it was done for, and is refused if that is another one by then [J9]', async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal('window', { location: new URL('https://kindpal.example/my-day') });
    vi.stubGlobal('fetch', async (request: Request) => {
      bodies.push(await request.json());
      return refusedCall('CLAIM_CHANGED', 409, { detail: 'The sitter has changed.' });
    });
    expect(await sendAction(asQueued(start))).toEqual({ refusal: 'The sitter has changed.' });
    expect(bodies).toEqual([{ job_id: 'j1', claim_id: 'c1', action: 'start' }]);
  });

  it('is sent later if a proxy answers in the place of the server [M1]', async () => {
    vi.stubGlobal('window', { location: new URL('https://kindpal.example/my-day') });
    const headers = { 'content-type': 'text/plain' };
    for (const status of [200, 401, 403, 404, 429, 502]) {
      vi.stubGlobal('fetch', async () => new Response('Not now', { status, headers }));
      const outcome = status >= 400 && status < 500 ? 'passed-over' : 'later';
      expect(await sendAction(asQueued(start))).toBe(outcome);
      expect(await sendAction(asQueued(message('Hi')))).toBe(outcome);
    }
  });
});

describe('an action that fails', () => {
  it.each([
    ['nobody answered', new TypeError('Failed to fetch')],
    ['the server failed', new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })],
    ['an earlier release does not know the call', new ORPCError('NOT_FOUND', { status: 404 })],
    ['the session ended', refused('UNAUTHORIZED')],
    ['too much was sent at once', refused('TOO_MANY_REQUESTS')],
  ])('is retried later if %s', (_, error) => {
    expect(outcomeOf(asQueued(start), error)).toBe('later');
  });

  it('counts as done if its response was lost', () => {
    const error = refused('JOB_ACTION_REFUSED', { action: 'start', status: 'in_progress' });
    expect(outcomeOf(asQueued(start), error)).toBe('sent');
  });

  it('stays with the reason if the job has changed, or its claim ended', () => {
    const changed = refused('JOB_ACTION_REFUSED', { action: 'start', status: 'cancelled' });
    expect(outcomeOf(asQueued(start), changed)).toEqual({ refusal: 'Why not.' });
    expect(outcomeOf(asQueued(message('Hi')), refused('CLAIM_ENDED'))).toEqual({
      refusal: 'This claim has ended.',
    });
    expect(outcomeOf(asQueued(start), refused('FORBIDDEN'))).toEqual({
      refusal: 'You no longer have this job.',
    });
  });
});
