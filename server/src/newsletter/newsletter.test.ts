import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import { mailFolder } from '../mail/transport.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { linkParameter, readMailbox, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { CONFIRMS_SUBSCRIPTION } from './policy.ts';

const DAY = 24 * 3_600_000;
let kindpal: TestKindpal;
let server: TestServer;
let admin: TestMember;
let email: string;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
beforeEach(async () => {
  email = `${randomUUID()}@example.org`;
  await kindpal.services.db.pool.query('DELETE FROM rate_limits');
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const visitor = () => kindpal.callerFor(null).newsletter;
const mails = () => readMailbox(kindpal.services, email);
async function findReader() {
  const { items } = await kindpal.callerFor(admin).newsletter.list({ limit: 100 });
  return items.find((one) => one.email === email);
}
/** Subscribes, and returns the tokens of the email. */
async function subscribe() {
  await visitor().subscribe({ email });
  const [mail] = await mails();
  const [, unsubscribe = ''] = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? [];
  return { confirm: linkParameter(mail, 'token'), unsubscribe };
}
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

describe('subscribing to the newsletter [P6]', () => {
  it('counts only once the mailbox has confirmed, and a second click is fine [P6]', async () => {
    const { confirm } = await subscribe();
    expect(await findReader()).toMatchObject({ confirmed_at: null, unsubscribed_at: null });
    expect(await visitor().confirm({ token: confirm })).toEqual({});
    const reader = await findReader();
    expect(reader?.confirmed_at).not.toBeNull();
    await visitor().confirm({ token: confirm });
    expect(await findReader()).toEqual(reader);
  });

  it('gives the same answer to a subscriber, who gets no second mail [P6]', async () => {
    const { confirm } = await subscribe();
    await visitor().confirm({ token: confirm });
    expect(await visitor().subscribe({ email: email.toUpperCase() })).toEqual({});
    expect(await mails()).toHaveLength(1);
  });

  it('in two windows at the same time is one subscription [P6]', async () => {
    await Promise.all([1, 2].map(() => visitor().subscribe({ email })));
    const { items } = await kindpal.callerFor(admin).newsletter.list({ limit: 100 });
    expect(items.filter((one) => one.email === email)).toHaveLength(1);
  });

  it('by a bot that fills in every field gets the same answer and is not stored [P6]', async () => {
    expect(await visitor().subscribe({ email, website: 'https://buy.example' })).toEqual({});
    expect(await mails()).toEqual([]);
    expect(await findReader()).toBeUndefined();
  });

  it('mails one address at most three times a day, and does not say so [P6]', async () => {
    for (let n = 0; n < 5; n += 1) expect(await visitor().subscribe({ email })).toEqual({});
    expect(await mails()).toHaveLength(3);
  });

  it('mails one mailbox no more often under other tags [P6]', async () => {
    const name = randomUUID();
    for (const tag of ['a', 'b', 'c', 'd', 'e']) {
      email = `${name}+${tag}@example.org`;
      expect(await visitor().subscribe({ email })).toEqual({});
      expect(await mails()).toHaveLength('abc'.includes(tag) ? 1 : 0);
    }
  });

  it('too often from one place is refused [P6]', async () => {
    const browser = new TestBrowser(kindpal.services);
    browser.ip = '198.51.100.20';
    const attempt = () =>
      browser.send((api) => api.newsletter.subscribe({ email: `${randomUUID()}@example.org` }));
    for (let n = 0; n < LIMITS.newsletter_by_ip.points; n += 1) {
      await kindpal.services.limiter.consume('newsletter_by_ip', browser.ip);
    }
    expect(await refusalOf(attempt())).toBe('TOO_MANY_REQUESTS');
  });

  it.each([
    '',
    'nobody',
    'a@b',
    'a,b@example.org',
    'a@example.org\u0000',
    `${'x'.repeat(250)}@e.org`,
  ])('says at the field that %j is not an address [P6]', async (typed) => {
    const response = await server.fetch('/rest/v1/newsletter_subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: typed }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ data: { fields: [{ path: 'email' }] } });
  });
});

describe('a mailed newsletter link [P6]', () => {
  it('confirms for seven days [P6]', async () => {
    const { confirm } = await subscribe();
    kindpal.setNow(new Date(Date.now() + 7 * DAY + 60_000));
    expect(await refusalOf(visitor().confirm({ token: confirm }))).toBe('LINK_EXPIRED');
    kindpal.setNow(new Date(Date.now() + 7 * DAY - 60_000));
    expect(await visitor().confirm({ token: confirm })).toEqual({});
    kindpal.setNow(null);
  });

  it('works only for its own purpose, for an existing row, unchanged [P6]', async () => {
    const { confirm, unsubscribe } = await subscribe();
    const { services } = kindpal;
    const wrong = [
      tokenOf(unsubscribe),
      makeLinkToken(services, CONFIRMS_SUBSCRIPTION, randomUUID()),
      `${confirm.slice(0, -2)}AA`,
      'x',
      '🐶',
    ];
    for (const token of wrong) {
      expect(await refusalOf(visitor().confirm({ token }))).toBe('LINK_EXPIRED');
    }
    expect(await refusalOf(visitor().unsubscribe({ token: confirm }))).toBe('LINK_EXPIRED');
    expect(await findReader()).toMatchObject({ confirmed_at: null, unsubscribed_at: null });
  });
});

describe('unsubscribing [P6]', () => {
  it('works with one click, years later, and twice [P6]', async () => {
    const { confirm, unsubscribe } = await subscribe();
    await visitor().confirm({ token: confirm });
    kindpal.setNow(new Date(Date.now() + 2000 * DAY));
    const token = tokenOf(unsubscribe);
    expect(await visitor().unsubscribe({ token })).toEqual({});
    const gone = await findReader();
    expect(gone?.unsubscribed_at).not.toBeNull();
    await visitor().unsubscribe({ token });
    kindpal.setNow(null);
    expect(await findReader()).toEqual(gone);
  });

  it('is final until the mailbox confirms again: the old link does not subscribe again [P6]', async () => {
    const { confirm, unsubscribe } = await subscribe();
    await visitor().confirm({ token: confirm });
    await visitor().unsubscribe({ token: tokenOf(unsubscribe) });
    expect(await refusalOf(visitor().confirm({ token: confirm }))).toBe('LINK_EXPIRED');
    const again = await subscribe();
    expect(await mails()).toHaveLength(2);
    expect((await findReader())?.unsubscribed_at).not.toBeNull();
    await visitor().confirm({ token: again.confirm });
    expect((await findReader())?.unsubscribed_at).toBeNull();
  });

  it('is offered by the mail program itself, which posts to the link [P6]', async () => {
    const { confirm, unsubscribe } = await subscribe();
    await visitor().confirm({ token: confirm });
    const { services } = kindpal;
    expect(unsubscribe.startsWith(`${services.env.appUrl}/newsletter/unsubscribe?token=`)).toBe(
      true,
    );
    const path = unsubscribe.slice(services.env.appUrl.length);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    expect((await server.fetch(path, init)).status).toBe(200);
    expect((await findReader())?.unsubscribed_at).not.toBeNull();
    const wrong = await server.fetch('/newsletter/unsubscribe?token=guess', init);
    expect(wrong.status).toBe(410);
    expect(await wrong.json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await server.fetch('/newsletter/unsubscribe', init)).status).toBe(410);
  });

  it('is in the headers of the mail as sent [P6]', async () => {
    const { unsubscribe } = await subscribe();
    const folder = mailFolder(kindpal.services.env);
    const newest = (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .at(-1);
    const eml = await readFile(join(folder, newest ?? ''), 'utf8');
    const unfolded = eml.replaceAll('\r', '').replace(/\n[ \t]+/g, ' ');
    expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribe}>\n`);
    expect(unfolded).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
    const [mail] = await mails();
    expect(mail?.text).toContain(unsubscribe);
    expect(mail?.html).toContain(`<a href="${unsubscribe}"`);
    expect(mail?.text).not.toContain('account');
  });
});

describe('the list of subscribers [P6]', () => {
  it('is for staff, newest first, in pages, and viewing it is logged [P6] [S6]', async () => {
    const { pool } = kindpal.services.db;
    await pool.query('DELETE FROM newsletter_subscriptions');
    await pool.query(`INSERT INTO newsletter_subscriptions (email, created_at)
      SELECT n || '@example.org', now() + n * interval '1 microsecond' FROM generate_series(1, 7) n`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await kindpal.callerFor(admin).newsletter.list({ limit: 3, cursor });
      seen.push(...page.items.map((one) => one.email));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `${n}@example.org`));
    const { rows } = await pool.query(
      `SELECT DISTINCT admin_id FROM admin_activity_logs WHERE action = 'newsletter_read'`,
    );
    expect(rows).toEqual([{ admin_id: admin.id }]);
    const member = await createMember(kindpal.services.db);
    expect(await refusalOf(kindpal.callerFor(member).newsletter.list({}))).toBe('FORBIDDEN');
    expect(await refusalOf(visitor().list({}))).toBe('UNAUTHORIZED');
  });
});
