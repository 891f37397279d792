import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, PASSWORD } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { load, type Target } from '../harness/load.ts';
import type { LongestBlock, Server } from '../harness/processes.ts';
import { signInSome } from '../harness/sessions.ts';
import { median, milliseconds, type Verdict } from '../harness/verdict.ts';

const MOST_MS = 50;
const CLIENTS = 16;
const TURNS = 3;
const STORM_MS = 4_000;
const PAGES = ['/', '/about', '/faq', '/join', '/terms', '/dashboard', '/jobs'];
const BUILD = join(import.meta.dirname, '../../web/build/client');

/** How long the event loop is blocked while many sign in, and during first page loads. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { pool, startWatched } = await bench.small();
  const members = await signInSome(pool, CLIENTS);
  const turns: Record<'idle' | 'pages' | 'storm', LongestBlock>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    // A new process each turn: only its first page loads count.
    const kindpal = await startWatched();
    try {
      await kindpal.longestBlock();
      await sleep(STORM_MS);
      const idle = await kindpal.longestBlock();
      await loadEverything(kindpal);
      const pages = await kindpal.longestBlock();
      await load(signingIn(kindpal, members), STORM_MS, CLIENTS);
      turns.push({ idle, pages, storm: await kindpal.longestBlock() });
    } finally {
      await kindpal.stop();
    }
  }
  return [
    verdict('every page and script is loaded for the first time', turns, 'pages'),
    verdict(`${CLIENTS} clients sign in`, turns, 'storm'),
  ];
}

/** Also shows the thread's own work, because a thread may just be waiting for a CPU. */
function verdict(
  what: string,
  turns: Record<'idle' | 'pages' | 'storm', LongestBlock>[],
  when: 'pages' | 'storm',
): Verdict {
  const work = median(turns.map((turn) => turn[when].work));
  const blocked = (which: 'idle' | typeof when) => median(turns.map((turn) => turn[which].block));
  return {
    promise: `The event loop's longest block while ${what}`,
    measured: `${milliseconds(blocked(when))}, ${milliseconds(work)} of it work`,
    limit: `${milliseconds(blocked('idle'))} while idle`,
    ratio: `(≤ ${MOST_MS} ms)`,
    kept: blocked(when) <= MOST_MS,
  };
}

/** Loads every page and script once, eight at a time, like browsers arriving together. */
async function loadEverything({ port }: Server): Promise<void> {
  const scripts = readdirSync(join(BUILD, 'assets')).filter((name) => name.endsWith('.js'));
  const paths = [...PAGES, ...scripts.map((name) => `/assets/${name}`)];
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html,*/*' };
  const next = async (): Promise<void> => {
    for (let path = paths.shift(); path; path = paths.shift()) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

function signingIn({ port }: Server, members: { email: string }[]): Target {
  const logins = members.map(({ email }) =>
    requestOf('POST /auth/v1/token', {
      body: { grant_type: 'password', email, password: PASSWORD },
    }),
  );
  return { port, next: (n) => logins[n % logins.length] as Buffer, status: 200 };
}
