import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../testing/matrix/ask.ts';
import type { Rows } from '../testing/matrix/cases.ts';
import type { Member } from '../testing/matrix/people.ts';
import { type Scene, setScene } from '../testing/matrix/scene.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A product with its own scene, and the statements sent since the last check. */
type World = { kindpal: TestKindpal; server: TestServer; scene: Scene; asked: string[] };
const SOURCE = join(import.meta.dirname, '..');
/** Calls between members; the others are about oneself or for staff. */
const FEATURES = [
  'block',
  'chat',
  'claim',
  'favorite',
  'hearing',
  'identity',
  'invite',
  'job',
  'member',
  'offer',
  'privacy',
  'reading',
  'report',
  'review',
  'vault',
];
/** The only allowed difference: a reviewed member can report the review even while blocked. */
const ON_PURPOSE = ['report.send, the published review'];
const worlds: World[] = [];

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const kindpal = await startTestKindpal({ settings: { TRUST_PROXY: '1' } });
    const scene = await setScene(kindpal.services);
    const server = await startTestServer(kindpal);
    worlds.push({ kindpal, server, scene, asked: watchQuestions(kindpal) });
  }
});
afterAll(async () => {
  for (const { kindpal, server } of worlds) {
    await server.close();
    await kindpal.stop();
  }
});

/** Records the beginning of each statement that the product sends. */
function watchQuestions({ services: { db } }: TestKindpal): string[] {
  const asked: string[] = [];
  for (const sender of [db.pool, db.pipelines]) {
    const query = sender.query.bind(sender) as (...given: unknown[]) => unknown;
    sender.query = ((...given: unknown[]) => {
      const { name, text } = given[0] as { name?: string; text?: string };
      const question = name ?? (text ?? String(given[0])).slice(0, 60);
      // Streams send statements at their own times.
      if (!/^live-|pg_notify/.test(question)) asked.push(question);
      return query(...given);
    }) as never;
  }
  return asked;
}

type Told = { text: string; asked: string };

/**
 * Somebody's responses to all calls of the matrix, one after the other, and the statements they
 * took.
 */
async function askEverything(world: World, who: Member): Promise<Map<string, Told>> {
  const { server, scene } = world;
  const answers = new Map<string, Told>();
  for (const file of globSync('*/*.matrix.ts', { cwd: SOURCE }).sort()) {
    if (!FEATURES.includes(basename(file, '.matrix.ts'))) continue;
    const { rows } = (await import(join(SOURCE, file))) as { rows: Rows };
    for (const [route, cases] of Object.entries(rows)) {
      if (route.includes(' ')) continue;
      for (const asked of cases) {
        if (ON_PURPOSE.includes(`${route}, ${asked.about}`)) continue;
        world.asked.length = 0;
        const { text } = await ask(server, { route, asked, scene, who });
        answers.set(`${route}, ${asked.about}`, { text, asked: world.asked.sort().join(', ') });
      }
    }
  }
  return answers;
}

it.each(['sitter', 'stranger'] as const)(
  'to the %s, a member with whom there is a block is like one who never was, in every answer and what it takes [S6]',
  async (who) => {
    const [blocked, gone] = worlds as [World, World];
    const { scene, kindpal } = blocked;
    // The sitter is blocked; the stranger is the blocker.
    const [one, other] = who === 'sitter' ? [scene.owner, scene[who]] : [scene[who], scene.owner];
    await kindpal.services.db.pool.query(
      'INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)',
      [one.id, other.id],
    );
    await gone.kindpal.asOwner(`DELETE FROM auth."user" WHERE id = '${gone.scene.owner.id}'`);
    const [here, there] = [await askEverything(blocked, who), await askEverything(gone, who)];
    for (const [asked, answer] of here) {
      // Only the blocker's own list shows the block.
      if (who === 'stranger' && asked.startsWith('block.')) continue;
      const gone = there.get(asked);
      expect(`${asked}: ${answer.text}`).toBe(`${asked}: ${gone?.text}`);
      // The same statements, so that the time reveals no more than the text.
      expect(`${asked}: ${answer.asked}`).toBe(`${asked}: ${gone?.asked}`);
    }
  },
  120_000,
);
