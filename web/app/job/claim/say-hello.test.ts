import type { Claim } from '@kindpal/contract/claim/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readChatDraft, takeHello } from '~/chat/thread/chat-draft.ts';
import { heldOutcomes } from '~/notify/outcomes.ts';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { refusedCall } from '~/testing/refused-call.ts';
import { keepHello, readHello } from './introduction-draft.ts';
import { greeting } from './say-hello.ts';

const claim = { id: 'claim', job_id: 'walk', sitter_id: 'sam' } as Claim;
const sam = { me: 'sam', jobId: 'walk' };
const chat = { me: 'sam', thread: 'claim' };
let sent: { content: string; claim_id: string }[];
let answer: (response: Response) => void;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/jobs') });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What happens when Sam submits this with a claim, and the claim is answered. */
function submit(hello: string) {
  keepHello(sessionStorage, sam, hello);
  const { greet } = greeting(hello, { ...sam, partner: 'Olive Owner' });
  return () => greet?.(claim);
}
const stored = () => Response.json({ id: 'stored', content: 'Hi Olive!' }, { status: 201 });
const pending = () => readChatDraft(sessionStorage, chat).pending;

describe('the first message of a sitter, submitted with a claim', () => {
  it('is shown as being sent until it is stored, and then no longer waits [M1]', async () => {
    submit(' Hi Olive! ')();
    expect(readHello(sessionStorage, sam)).toBe('');
    await vi.waitFor(() =>
      expect(sent).toMatchObject([{ content: 'Hi Olive!', claim_id: 'claim' }]),
    );
    expect(pending()).toMatchObject([{ content: 'Hi Olive!', state: 'sending' }]);
    answer(stored());
    await vi.waitFor(() => expect(pending()).toEqual([]));
  });

  it('is shown as not sent once it has failed, and the sitter is told where it is [M1]', async () => {
    submit('Hi Olive!')();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    answer(refusedCall('CLAIM_ENDED', 409));
    await vi.waitFor(() =>
      expect(pending()).toMatchObject([{ content: 'Hi Olive!', state: 'failed' }]),
    );
    expect(heldOutcomes.read()[0]).toMatchObject({
      title: 'Your message wasn’t sent',
      description: expect.stringContaining('It’s in your chat with Olive Owner.'),
    });
  });

  it('is in the box of the chat if the claim’s answer is lost, and is not sent from there [J5 M1]', () => {
    const greet = submit('Hi Olive!');
    takeHello(sessionStorage, chat, { job_id: 'walk', partner: 'Olive Owner' });
    expect(readHello(sessionStorage, sam)).toBe('');
    expect(readChatDraft(sessionStorage, chat)).toMatchObject({ text: 'Hi Olive!', pending: [] });
    // The answer of a claim whose chat is already open.
    greet();
    expect(pending()).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is sent if this browser stores nothing [J5 M1]', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    submit('Hi Olive!')();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    answer(stored());
  });

  it('without words, nothing is sent [M1]', () => {
    expect(greeting(' ', { ...sam, partner: 'Olive Owner' })).toEqual({});
  });
});
