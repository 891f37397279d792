import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIVE_PATH } from '../../live/stream.ts';
import { createPages } from '../../pages/pages.ts';
import { listCalls } from '../../transport/list-calls.ts';
import { API_ROOTS } from '../../transport/unknown-address.ts';
import { loadKnownCases } from '../fuzz/known-cases.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { type Answer, ask, paragraphOf, routeOf } from './ask.ts';
import { runInBackground } from './background.ts';
import type { Case } from './cases.ts';
import { type KeptRows, keepRows } from './kept-rows.ts';
import { loadRows } from './load-rows.ts';
import { PEOPLE, type Person } from './people.ts';
import { unusedFields } from './reads.ts';
import { keepRecent, type Scene, setScene } from './scene.ts';
import { SCENE_SETTINGS } from './settings.ts';
import { type SeenStatements, unseenWriters, watchStatements } from './statements.ts';

/**
 * Every route of the server, requested by everybody over HTTP: the response, its fields, and the
 * secrets it reveals. `<feature>.matrix.ts` has the requests, and `<feature>.matrix.txt` the
 * responses when last reviewed. [S6]
 */
const ACCEPT = process.env.MATRIX === 'accept';
const HOW = 'MATRIX=accept npx vitest run --project server server/src/testing/matrix';

type World = { kindpal: TestKindpal; server: TestServer; scene: Scene };
const features = await loadRows();

/** Reads share one scene that nobody writes to; that of writes is restored after each success. */
let reads: World;
let writes: World;
let kept: KeptRows;
let cells = 0;
const seen: SeenStatements = { ran: new Set(), columns: new Set() };

beforeAll(async () => {
  [reads, writes] = await Promise.all([openWorld(), openWorld()]);
  kept = await keepRows(writes.kindpal);
});
afterAll(async () => {
  const routes = features.reduce((sum, { rows }) => sum + Object.keys(rows).length, 0);
  process.stdout.write(`\nAuthorization matrix: ${routes} routes, ${cells} cells\n`);
  await kept.close();
  for (const { kindpal, server } of [reads, writes]) {
    await server.close();
    await kindpal.stop();
  }
});

async function openWorld(): Promise<World> {
  const kindpal = await startTestKindpal({ settings: SCENE_SETTINGS });
  const server = await startTestServer(kindpal);
  watchStatements(kindpal.services, seen);
  const scene = await setScene(kindpal.services);
  await hearEverything(kindpal);
  return { kindpal, server, scene };
}

/** Waits until streams can replay everything so far. */
async function hearEverything({ services: { db, live } }: TestKindpal): Promise<void> {
  const { rows } = await db.pool.query(
    'SELECT max(tx::text::bigint)::text AS tx FROM change_events',
  );
  const last = BigInt(rows[0].tx);
  live.wake();
  const nobody = { memberId: null, sessionId: null, isStaff: false, send() {}, end() {} };
  const reached = () => {
    const { position, unsubscribe } = live.subscribe(nobody);
    unsubscribe();
    return position.tx >= last;
  };
  await vi.waitUntil(reached, { timeout: 60_000 });
}

/** Handlers of any method: development mail's headers, and the refusals of unknown addresses. */
const ANSWERING_NOBODY = ['/dev/mail', ...API_ROOTS].map((root) => `ALL ${root}/*`);

describe('every route, requested by everybody [S6]', () => {
  it('has a row in the matrix', () => {
    const other = createPages(reads.kindpal.services)
      .routes.map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !ANSWERING_NOBODY.includes(route));
    const routes = [...listCalls().map(({ name }) => name), `GET ${LIVE_PATH}`, ...new Set(other)];
    const covered = new Set(features.flatMap(({ rows }) => Object.keys(rows)));
    expect(
      routes.filter((route) => !covered.has(route)),
      `These routes have no row. Add one to server/src/<feature>/<feature>.matrix.ts, then run\n  ${HOW}\nand review what it writes to <feature>.matrix.txt.`,
    ).toEqual([]);
    expect(
      [...covered].filter((route) => !routes.includes(route)),
      'These rows are of no route of the server.',
    ).toEqual([]);
  });

  it('has several cases if it takes any input', () => {
    const inputs = listCalls().filter(({ takesInput }) => takesInput);
    const takers = new Set(inputs.map(({ name }) => name));
    const asked = features.flatMap(({ rows }) => Object.entries(rows));
    const once = asked.filter(
      ([route, { length }]) => length < 2 && (takers.has(route) || /[:*]/.test(route)),
    );
    expect(
      once.map(([route]) => route),
      'Give each a second case in <feature>.matrix.ts, such as an unknown id.',
    ).toEqual([]);
  });

  it('has a case for every filter of a read', () => {
    const all = Object.assign({}, ...features.map(({ rows }) => rows));
    expect(
      unusedFields(all, reads.scene),
      'Give each a case in <feature>.matrix.ts: a filter could match what is hidden.',
    ).toEqual([]);
  });

  it.each(features)(
    '$name answers everybody as reviewed',
    async ({ rows, reviewed }) => {
      const paragraphs: string[] = [];
      await keepRecent(reads.kindpal.services);
      await renewWrites();
      for (const [route, cases] of Object.entries(rows)) {
        const { method, path } = routeOf(route);
        paragraphs.push(`=== ${route}${route.includes(' ') ? '' : ` · ${method} ${path}`}`);
        for (const asked of cases) {
          const answers = await (method === 'GET' ? askForRead : askForWrite)(route, asked);
          cells += answers.size;
          checkPromises(route, asked, answers);
          await checkUnproved(route, asked, answers);
          paragraphs.push(`--- ${asked.about}\n${paragraphOf(answers)}`);
        }
      }
      const text = `${paragraphs.join('\n\n')}\n`;
      if (ACCEPT) writeFileSync(reviewed, text);
      expect(
        text,
        `An answer is not the reviewed one. If it is as it should be, run\n  ${HOW}\nand review the change of ${reviewed} like code: each new field is seen by those it stands under.`,
      ).toBe(existsSync(reviewed) ? readFileSync(reviewed, 'utf8') : '');
    },
    180_000,
  );

  it('has a case that succeeds for every operation that is described', async () => {
    const response = await reads.server.fetch('/rest/v1/openapi.json');
    const operations = listOperations((await response.json()) as Described);
    const known = await loadKnownCases();
    const succeeds = (operation: string) =>
      known.get(operation)?.some(({ succeedsFor }) => succeedsFor.length > 0);
    expect(operations.length).toBeGreaterThan(200);
    expect(
      operations.filter((operation) => !succeeds(operation)),
      `Nobody gets an answer other than a refusal, so what it contains is not reviewed. Give each a case in <feature>.matrix.ts that succeeds for those entitled, with the rows it needs in fillScene of <feature>.samples.ts, then run\n  ${HOW}`,
    ).toEqual(Object.keys(ONLY_REFUSALS));
  });

  it('runs statements with the reviewed columns', async () => {
    const { kindpal, server } = await openWorld();
    await runInBackground(kindpal);
    await server.close();
    await kindpal.stop();
    expect(unseenWriters(seen), 'These statements never run in the matrix.').toEqual([]);
    const text = `${[...seen.columns].sort().join('\n')}\n`;
    const reviewed = join(import.meta.dirname, 'statements.txt');
    if (ACCEPT) writeFileSync(reviewed, text);
    expect(
      text,
      `A hand-written statement answers other columns than its row type was written for. If both agree, run\n  ${HOW}`,
    ).toBe(readFileSync(reviewed, 'utf8'));
  });
});

/** Operations that succeed for nobody in the matrix, and why. */
const ONLY_REFUSALS: Record<string, string> = {};

type Described = {
  paths: Record<string, { $ref?: string }>;
  components: { pathItems?: Record<string, object> };
};

/** The method and address of each operation of the OpenAPI document. */
const listOperations = ({ paths, components }: Described): string[] =>
  Object.entries(paths).flatMap(([path, item]) => {
    const shared = components.pathItems?.[item.$ref?.split('/').at(-1) ?? ''];
    return Object.keys(shared ?? item).map((method) => `${method.toUpperCase()} ${path}`);
  });

/**
 * The one contact that is revealed: an owner sees the email of the sitter who claimed their job.
 * [R2]
 */
const TOLD = "member.get, the claimant's: owner is told the claimant's email";

/**
 * An input that is refused as such, which says nothing about anybody: reads that check the caller
 * in the statement for the rows refuse it before.
 */
const MALFORMED = '422 INVALID_INPUT';

/** Rules for every response, whatever was reviewed. */
function checkPromises(route: string, asked: Case, all: Map<Person, Answer>): void {
  const about = `${route}, ${asked.about}`;
  const proved = asked.proves ? all.get(asked.proves)?.secrets : undefined;
  const answers = new Map(
    [...all].map(([person, answer]) => {
      const secrets = answer.secrets.filter((secret) => !proved?.includes(secret));
      return [person, { ...answer, secrets }];
    }),
  );
  const { visitor, suspended, blocked, reported } = Object.fromEntries(answers) as Record<
    Person,
    Answer
  >;
  if (suspended.text !== MALFORMED) {
    expect(suspended.text, `${about}: a suspended member is a visitor`).toBe(visitor.text);
  }
  expect(visitor.secrets, `${about}: a visitor is told no secret`).toEqual([]);
  expect(
    // Their own absence is on the same day as everybody's.
    blocked.secrets.filter((secret) => !/^(their own|an absence)/.test(secret)),
    `${about}: who is blocked is told no secret of others`,
  ).toEqual([]);
  expect(
    reported.secrets.filter((secret) => /report/.test(secret) && !/^their own/.test(secret)),
    `${about}: who is reported is not told so`,
  ).toEqual([]);
  for (const [person, { status, secrets, text, isUndeclared }] of answers) {
    expect(status, `${about}: ${person} meets no fault`).toBeLessThan(500);
    expect(isUndeclared, `${about}: ${person} meets no undeclared error, ${text}`).toBe(false);
    expect(
      secrets.filter((secret) => /session token/.test(secret)),
      `${about}: nobody is told a session token`,
    ).toEqual([]);
    const contact = secrets.filter(
      (secret) =>
        /^the \w+'s (email|phone)/.test(secret) && `${about}: ${person} is told ${secret}` !== TOLD,
    );
    if (!/owner|claimant|admin/.test(person)) {
      expect(secrets, `${about}: ${person} is not told when a home is empty`).not.toContain(
        'the times of a claimed job',
      );
    }
    if (!/admin/.test(person))
      expect(contact, `${about}: ${person} is told no contact`).toEqual([]);
  }
}

/** Calls that a session waiting for its second factor may make; the response of each is tested. */
const TAKES_HALFWAY = [
  'account.getUser',
  'factor.challenge',
  'factor.verify',
  'factor.redeemRecoveryCode',
];

/**
 * Where a second factor is required, a password alone opens nothing; and a super admin without a
 * second factor gets no more than a stranger. [U13]
 */
async function checkUnproved(
  route: string,
  asked: Case,
  answers: Map<Person, Answer>,
): Promise<void> {
  const about = `${route}, ${asked.about}`;
  const { visitor, stranger } = Object.fromEntries(answers) as Record<Person, Answer>;
  const halfway = await askWithout(route, asked, 'halfway');
  if (halfway.text === '403 INSUFFICIENT_AAL' && halfway.text !== visitor.text) {
    expect(visitor.status, `${about}: only what takes a session`).toBe(401);
  } else if (![visitor.text, MALFORMED].includes(halfway.text) && !TAKES_HALFWAY.includes(route)) {
    // The request may be about the member: compare with a visitor's answer to the same one.
    const nobody = await askWithout(route, asked, null);
    expect(halfway.text, `${about}: without its second factor it is a visitor`).toBe(nobody.text);
  }
  const unproved = await askWithout(route, asked, 'unproved');
  const others = unproved.secrets.filter((secret) => !secret.startsWith('their own'));
  expect(
    others.filter((secret) => !stranger.secrets.includes(secret)),
    `${about}: staff without a second factor are told no more than a stranger`,
  ).toEqual([]);
}

async function askWithout(
  route: string,
  asked: Case,
  which: 'halfway' | 'unproved' | null,
): Promise<Answer> {
  const isRead = routeOf(route).method === 'GET';
  const { server, scene } = isRead ? reads : writes;
  const session = which && scene[which];
  const answer = await ask(server, { route, asked, scene, who: 'super_admin', session });
  expect(answer.status, `${route}, ${asked.about}: meets no fault`).toBeLessThan(500);
  if (!isRead && answer.ok && !asked.harmless) await kept.restore();
  return answer;
}

/**
 * A new scene for each feature, because links and challenges expire. The staff of the previous one
 * lose their roles, because each scene would notify those of all earlier ones.
 */
async function renewWrites(): Promise<void> {
  const { services } = writes.kindpal;
  const { admin, super_admin } = writes.scene;
  writes.scene = await setScene(services);
  const staff = [admin.id, super_admin.id];
  await services.db.pool.query('DELETE FROM user_roles WHERE user_id = ANY($1)', [staff]);
  await kept.keep();
}

async function askForRead(route: string, asked: Case): Promise<Map<Person, Answer>> {
  const { server, scene } = reads;
  const answers = await Promise.all(
    PEOPLE.map(async (who) => [who, await ask(server, { route, asked, scene, who })] as const),
  );
  return new Map(answers);
}

async function askForWrite(route: string, asked: Case): Promise<Map<Person, Answer>> {
  const answers = new Map<Person, Answer>();
  for (const who of PEOPLE) {
    const answer = await ask(writes.server, { route, asked, scene: writes.scene, who });
    answers.set(who, answer);
    if (answer.ok && !asked.harmless) await kept.restore();
  }
  return answers;
}
