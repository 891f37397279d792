import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FOUNDER, joinAsFounder } from '../testing/founder.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';

let nodes: TestNodes;
beforeAll(async () => {
  nodes = await startTestNodes();
});
afterAll(() => nodes.stop());

const nameOf = (mail: string) => /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? '';
const patiently = { timeout: 25_000, interval: 50 };

test('a reset link that a killed node was sending is sent seconds later, and mails of a living node are not duplicated', async () => {
  const first = await nodes.start();
  const founder = await joinAsFounder(first);
  // The code that confirms the founder's address.
  await vi.waitFor(() => expect(nodes.sink.accepted).toHaveLength(1), patiently);

  const arrived: string[] = [];
  const verdicts = new Map<string, (verdict: 'accept') => void>();
  nodes.sink.verdict = (mail) => {
    const name = nameOf(mail);
    // The copy of the mail that the killed node was sending is accepted; everything new has to
    // wait.
    const isCopy = arrived.includes(name);
    arrived.push(name);
    if (isCopy) return 'accept';
    return new Promise((resolve) => verdicts.set(name, resolve));
  };
  const recover = () => founder.send('POST', '/auth/v1/recover', { email: FOUNDER.email });
  expect(await recover()).toBeLessThan(300);
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  first.child.kill('SIGKILL');
  await first.ended;

  const [second, third] = await Promise.all([nodes.start(), nodes.start()]);
  const started = performance.now();
  const other = await fetch(`${second.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: second.url },
    body: JSON.stringify({ email: FOUNDER.email }),
  });
  expect(other.status).toBeLessThan(300);
  await vi.waitFor(() => expect(arrived).toHaveLength(2), patiently);
  const [ofTheDead, ofTheLiving] = arrived;
  await vi.waitFor(() => expect(nodes.sink.accepted.map(nameOf)).toContain(ofTheDead), patiently);
  expect(performance.now() - started).toBeLessThan(60_000);
  // Long enough for the node to be considered dead if its lock were not held.
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(arrived.filter((name) => name === ofTheLiving)).toHaveLength(1);
  verdicts.get(ofTheLiving as string)?.('accept');
  await vi.waitFor(() => expect(nodes.sink.accepted.map(nameOf)).toContain(ofTheLiving), patiently);
  expect([second.hasEnded(), third.hasEnded()]).toEqual([false, false]);
});
