import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@kindpal/contract/account/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPageSession } from '../account/session/get-session.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { sessionCookie } from '../testing/test-server.ts';
import { webApp } from './web-app.ts';

const HINT = 'kindpal_signed_in=1';
const FIRST = '<link rel="modulepreload" href="/assets/entry.js"/>';
let kindpal: TestKindpal;
let folder: string;
let app: ReturnType<typeof webApp>;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  folder = makeTempDataDir();
  mkdirSync(join(folder, 'client'));
  const page = `<html><head>${FIRST}</head><body></body></html>`;
  writeFileSync(join(folder, 'client/__spa-fallback.html'), page);
  writeFileSync(
    join(folder, 'page-files.json'),
    JSON.stringify({
      pages: { '/dashboard': ['/assets/entry.js', '/assets/dashboard.js'] },
      members: ['/assets/member.js'],
    }),
  );
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(['/dashboard']));
  app = open((cookies) => findPageSession(kindpal.services, cookies));
});
afterAll(async () => {
  removeTempDataDir(folder);
  await kindpal.stop();
});

function open(findSession: (cookies: string) => Promise<Session | null>) {
  return webApp({
    folder: join(folder, 'client'),
    appUrl: 'https://kindpal.test',
    config: {},
    findSession,
    findAnswers: async () => ({ answers: {}, picture: null }),
  });
}

const cookieOf = (member: TestMember) => sessionCookie(kindpal.services, member);

async function ask(cookie: string, { path = '/dashboard', of = app } = {}) {
  const response = await of.request(path, { headers: { cookie, accept: 'text/html' } });
  const html = await response.text();
  const [, json] =
    /<script type="application\/json" id="session">(.*?)<\/script>/s.exec(html) ?? [];
  return { response, html, session: json ? (JSON.parse(json) as Session) : null };
}

describe('the page that a member opens', () => {
  it('contains their session and nobody else’s, and is never cached [U7]', async () => {
    const [ada, bert] = [
      await createMember(kindpal.services.db),
      await createMember(kindpal.services.db),
    ];
    for (const member of [ada, bert]) {
      const { session, response } = await ask(`${HINT}; ${cookieOf(member)}`);
      expect(session?.user.id).toBe(member.id);
      expect(session).toMatchObject({ access_token: null, refresh_token: null });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('lists the files of its code and of every member’s page, each once', async () => {
    const member = await createMember(kindpal.services.db);
    const { html } = await ask(`${HINT}; ${cookieOf(member)}`);
    const named = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file);
    expect(named).toEqual(['/assets/entry.js', '/assets/dashboard.js', '/assets/member.js']);
  });

  it('cannot be broken by a member’s name', async () => {
    const full_name = '</script><script>alert(1)</script>$&';
    const member = await createMember(kindpal.services.db, {
      first_name: full_name,
      last_name: '',
    });
    const { html, session } = await ask(`${HINT}; ${cookieOf(member)}`);
    expect(session?.user.full_name).toBe(full_name);
    expect(html).not.toContain('<script>alert');
  });

  it('is sent without a session when the database does not respond [P12]', async () => {
    const failing = open(() => Promise.reject(new Error('away')));
    const silent = open(() => new Promise(() => {}));
    for (const of of [failing, silent]) {
      const { response, session } = await ask(HINT, { of });
      expect([response.status, session]).toEqual([200, null]);
    }
  });
});

describe('a page contains no session', () => {
  it('for visitors, whose page lists its files and may be cached', async () => {
    const { html, response, session } = await ask('');
    expect([response.status, session]).toEqual([200, null]);
    expect(html).toContain('/assets/dashboard.js');
    expect(html).not.toContain('/assets/member.js');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('for a forged cookie, a suspended member, and a signed-out session [U6]', async () => {
    const { db, auth } = kindpal.services;
    const member = await createMember(db);
    const suspended = await createMember(db, { suspended_at: new Date() });
    const forged = `${auth.cookie.name}=${member.credential.value}.c2lnbmVk`;
    for (const cookie of [
      `${HINT}; ${forged}`,
      `${HINT}; ${cookieOf(suspended)}`,
      cookieOf(member),
    ]) {
      expect((await ask(cookie)).session).toBeNull();
    }
  });

  it('at an address that is not a page', async () => {
    const member = await createMember(kindpal.services.db);
    const { response, session } = await ask(`${HINT}; ${cookieOf(member)}`, { path: '/wp-admin' });
    expect([response.status, session]).toEqual([404, null]);
  });
});
