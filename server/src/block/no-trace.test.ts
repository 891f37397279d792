import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../testing/matrix/ask.ts';
import type { Rows } from '../testing/matrix/cases.ts';
import type { Member } from '../testing/matrix/people.ts';
import { type Scene, setScene } from '../testing/matrix/scene.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A product with a scene of its own. */
type World = { kindpal: TestKindpal; server: TestServer; scene: Scene };
const SOURCE = join(import.meta.dirname, '..');
/** What members ask of each other; the rest is about oneself or for staff. */
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
/** What may differ: who is written about has to be able to report it, also while they are blocked. */
const ON_PURPOSE = ['report.send, the published review'];
const worlds: World[] = [];

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const kindpal = await startTestKindpal({ settings: { TRUST_PROXY: '1' } });
    const scene = await setScene(kindpal.services);
    worlds.push({ kindpal, server: await startTestServer(kindpal), scene });
  }
});
afterAll(async () => {
  for (const { kindpal, server } of worlds) {
    await server.close();
    await kindpal.stop();
  }
});

/** What somebody is answered to everything that the matrix asks, one after the other. */
async function askEverything({ server, scene }: World, who: Member): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const file of globSync('*/*.matrix.ts', { cwd: SOURCE }).sort()) {
    if (!FEATURES.includes(basename(file, '.matrix.ts'))) continue;
    const { rows } = (await import(join(SOURCE, file))) as { rows: Rows };
    for (const [route, cases] of Object.entries(rows)) {
      if (route.includes(' ')) continue;
      for (const asked of cases) {
        if (ON_PURPOSE.includes(`${route}, ${asked.about}`)) continue;
        const { text } = await ask(server, { route, asked, scene, who });
        answers.set(`${route}, ${asked.about}`, text);
      }
    }
  }
  return answers;
}

it.each(['sitter', 'stranger'] as const)(
  'to the %s, a member with whom there is a block is like one who never was, in every answer [S6]',
  async (who) => {
    const [blocked, gone] = worlds as [World, World];
    const { scene, kindpal } = blocked;
    // The sitter is blocked; the stranger is who blocks.
    const [one, other] = who === 'sitter' ? [scene.owner, scene[who]] : [scene[who], scene.owner];
    await kindpal.services.db.pool.query(
      'INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)',
      [one.id, other.id],
    );
    await gone.kindpal.asOwner(`DELETE FROM auth."user" WHERE id = '${gone.scene.owner.id}'`);
    const [here, there] = [await askEverything(blocked, who), await askEverything(gone, who)];
    for (const [asked, answer] of here) {
      // Only the list of one's own blocks says that there is one.
      if (who === 'stranger' && asked.startsWith('block.')) continue;
      expect(`${asked}: ${answer}`).toBe(`${asked}: ${there.get(asked)}`);
    }
  },
  120_000,
);
