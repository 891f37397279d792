import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueDue } from '../notification/queue/queue-mails.ts';
import { createMember } from '../testing/factories.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  mintInvite,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Mail } from './mailer.ts';
import { listPreviews } from './previews.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** All links to this site in both parts, the headers and the calendar part of an email. */
function linksOf({ text, html, headers = {}, calendar }: Mail): URL[] {
  const parts = [text, html.replaceAll('&amp;', '&'), ...Object.values(headers)];
  const content = calendar?.content.replace(/\r\n[ \t]/g, '') ?? '';
  const found = [...parts, content].flatMap((part) => part.match(/https?:\/\/[^\s"<>]+/g) ?? []);
  return [...new Set(found)].map((link) => new URL(link));
}

/** Emails with valid links, each sent by what causes it, and the member that most are for. */
async function sendLinks() {
  const { services } = kindpal;
  const { db } = services;
  const admin = await createMember(db, { app_role: 'admin' });
  const { browser, email, id } = await joinKindpal(services);
  const visitor = new TestBrowser(services);
  await visitor.send((api) => api.account.requestCode({ email }));
  await visitor.send((api) => api.account.recover({ email }));
  const newEmail = `new-${email}`;
  await browser.send((api) =>
    api.account.updateUser({ email: newEmail, current_password: PASSWORD }),
  );
  await browser.send((api) =>
    api.account.updateUser({ password: 'Battery-Staple-2', current_password: PASSWORD }),
  );
  await browser.send((api) =>
    api.account.updateUser({ email: newEmail, current_password: 'Battery-Staple-2' }),
  );
  const stranger = new TestBrowser(services);
  stranger.userAgent = 'Another browser';
  await stranger.send((api) =>
    api.account.token({ grant_type: 'password', email, password: 'Battery-Staple-2' }),
  );
  const reader = `reader-${email}`;
  await visitor.send((api) => api.newsletter.subscribe({ email: reader }));
  await visitor.send((api) => api.waitlist.join({ email: reader, full_name: 'Robin Vale' }));
  await joinKindpal(services, {
    invite_code: await mintInvite(services, { created_by: id }),
  });
  await queueDue(services);
  const { id: suspendedId, email: suspendedEmail } = await joinKindpal(services);
  const reason = 'You asked two sitters to pay you a deposit.';
  const ban = { member_id: suspendedId, ends_at: null, reason };
  await kindpal.callerFor(admin).moderation.suspend(ban);
  const addresses = [email, newEmail, reader, suspendedEmail];
  const mails = async () => {
    const found: Mail[] = [];
    // One after the other: reading a mailbox sends what waits, which two at once would share.
    for (const to of addresses) found.push(...(await readMailbox(services, to)));
    return found;
  };
  const suspension = (await mails())
    .flatMap(linksOf)
    .find(({ pathname }) => pathname === '/suspended');
  await kindpal
    .callerFor(null)
    .moderation.mailAccountLink({ token: suspension?.searchParams.get('token') ?? '' });
  return { mails: await mails(), member: browser, email };
}

/** A fingerprint of every table's rows. */
async function contents(): Promise<Record<string, string>> {
  const { pool } = kindpal.services.db;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'auth', 'graphile_worker') AND table_type = 'BASE TABLE'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `SELECT md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS hash FROM ${name} row`,
    );
    found[name] = rows[0].hash;
  }
  return found;
}

const PREFETCHES: Record<string, string>[] = [
  {},
  { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch', 'sec-fetch-site': 'none' },
];

test('a scanner or a browser that opens a mailed link ahead changes nothing: not for a visitor, not for its member', async () => {
  const { mails, member, email } = await sendLinks();
  const links = mails.flatMap(linksOf);
  const previewed = (await listPreviews(kindpal.services.env)).flatMap(({ mail }) => linksOf(mail));
  const hasToken = ({ searchParams }: URL) => searchParams.has('token');
  const pathsOf = (list: URL[]) => [...new Set(list.filter(hasToken).map((link) => link.pathname))];
  // Every page with a token in any email of this release is opened with a valid one.
  expect(pathsOf(links).sort()).toEqual(pathsOf(previewed).sort());
  expect(pathsOf(links).length).toBeGreaterThan(9);
  const before = await contents();
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const asked = new Map(
    [...links, ...previewed].map((link) => [link.pathname + link.search, link]),
  );
  for (const path of asked.keys()) {
    for (const method of ['GET', 'HEAD']) {
      for (const prefetch of PREFETCHES) {
        for (const signedIn of [{}, { cookie }]) {
          const headers = { accept: 'text/html', ...prefetch, ...signedIn };
          const response = await server.fetch(path, { method, headers, redirect: 'manual' });
          await response.arrayBuffer();
          expect([path, response.status < 500]).toEqual([path, true]);
          expect([path, response.headers.get('set-cookie')]).toEqual([path, null]);
        }
      }
    }
  }
  expect(await contents()).toEqual(before);
  // The fingerprints notice a press.
  const tokenOf = (page: string) =>
    links.find(({ pathname }) => pathname === page)?.searchParams.get('token') ?? '';
  const anyone = new TestBrowser(kindpal.services);
  const signIn = {
    type: 'magiclink' as const,
    token_hash: tokenOf('/sign-in-link'),
    confirmed: true,
  };
  expect(await outcomeOf(anyone.send((api) => api.account.verify(signIn)))).toBe('ok');
  expect(await contents()).not.toEqual(before);
  expect((await anyone.send((api) => api.account.getSession())).session?.user.email).toBe(email);
});
