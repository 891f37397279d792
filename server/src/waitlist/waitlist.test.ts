import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { ARCHIVE_TABLES } from '../archive/archive-tables.ts';
import { invites } from '../db/schema/invite.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const DAY = 24 * 3_600_000;
/** What `join` enters unless told otherwise. */
const SAID = { full_name: 'Robin Vale', note: null };
let kindpal: TestKindpal;
let admin: TestMember;
let other: TestMember;
let email: string;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  other = await createMember(kindpal.services.db, { app_role: 'admin' });
});
beforeEach(async () => {
  email = `${randomUUID()}@example.org`;
  await kindpal.services.db.pool.query('DELETE FROM rate_limits');
});
afterAll(() => kindpal.stop());

const visitor = () => kindpal.callerFor(null).waitlist;
const mails = () => readMailbox(kindpal.services, email);
const join = (given: Record<string, unknown> = {}) =>
  visitor().join({ email, full_name: 'Robin Vale', ...given });
async function findEntry() {
  const { items } = await kindpal.callerFor(admin).waitlist.list({ limit: 100 });
  return items.find((one) => one.email === email);
}
/** Joins and confirms; returns the id of the entry. */
async function wait(): Promise<string> {
  await join();
  const [mail] = await mails();
  await visitor().confirm({ token: linkParameter(mail, 'token'), ...SAID });
  return (await findEntry())?.id ?? '';
}

describe('joining the waiting list [P4]', () => {
  it('asks the mailbox to confirm, and a second click is fine [P4]', async () => {
    expect(await join({ note: 'We have two cats.' })).toEqual({});
    const [mail] = await mails();
    expect(mail?.subject).toBe('Confirm your place on the Kindpal waitlist');
    expect(mail?.text).toContain(`${kindpal.services.env.appUrl}/waitlist/confirm?token=`);
    expect(await findEntry()).toMatchObject({ note: 'We have two cats.', confirmed_at: null });
    const token = linkParameter(mail, 'token');
    const shown = await visitor().getEntry({ token });
    await visitor().confirm({ token, ...shown });
    const entry = await findEntry();
    expect(entry?.confirmed_at).not.toBeNull();
    await visitor().confirm({ token, ...shown });
    expect(await findEntry()).toEqual(entry);
  });

  it('sends nothing more to a stranger’s mailbox that somebody typed [P4]', async () => {
    await join({ full_name: 'Win prizes', note: 'prizes.example' });
    const [mail] = await mails();
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('prizes');
  });

  it('may be corrected until it is confirmed, and by nobody afterwards [P4]', async () => {
    await join({ full_name: 'Robn Vale' });
    await wait();
    expect(await findEntry()).toMatchObject({ full_name: 'Robin Vale', note: null });
    expect(await join({ full_name: 'Somebody Else' })).toEqual({});
    expect(await findEntry()).toMatchObject({ full_name: 'Robin Vale' });
    expect(await mails()).toHaveLength(2);
  });

  it('confirms only what its owner was shown, even if someone else enters the address meanwhile [P4]', async () => {
    await join({ note: 'We have two cats.' });
    const token = linkParameter((await mails())[0], 'token');
    const shown = await visitor().getEntry({ token });
    expect(shown).toEqual({ full_name: 'Robin Vale', note: 'We have two cats.' });
    await join({ full_name: 'Somebody Else', note: 'Invite my friends.' });
    const later = linkParameter((await mails())[0], 'token');
    expect(await visitor().getEntry({ token: later })).toEqual({
      ...{ full_name: 'Somebody Else', note: 'Invite my friends.' },
    });
    await visitor().confirm({ token, ...shown });
    expect(await findEntry()).toMatchObject(shown);
    // Confirmed once, it is not changed by another link either.
    await visitor().confirm({ token: later, full_name: 'Somebody Else', note: null });
    expect(await findEntry()).toMatchObject(shown);
  });

  it('keeps to honest names when it is confirmed [P4]', async () => {
    await join();
    const token = linkParameter((await mails())[0], 'token');
    const confirm = visitor().confirm({ token, full_name: 'Kindpal Support', note: null });
    expect(await refusalOf(confirm)).toBe('INVALID_INPUT');
  });

  it('is confirmed under a name that is older than the rule for names [P4]', async () => {
    await join();
    const token = linkParameter((await mails())[0], 'token');
    const full_name = 'Kinclpal Support';
    await kindpal.services.db.drizzle
      .update(waitlistEntries)
      .set({ full_name })
      .where(eq(waitlistEntries.email, email));
    await visitor().confirm({ token, full_name, note: null });
    expect((await findEntry())?.confirmed_at).not.toBeNull();
  });

  it('shows what was typed to its mailbox only, and no longer once the address was changed [P4]', async () => {
    await join();
    const token = linkParameter((await mails())[0], 'token');
    expect(await refusalOf(visitor().getEntry({ token: 'guess' }))).toBe('LINK_EXPIRED');
    await kindpal.services.db.drizzle
      .update(waitlistEntries)
      .set({ email: `moved-${email}` })
      .where(eq(waitlistEntries.email, email));
    expect(await refusalOf(visitor().getEntry({ token }))).toBe('LINK_EXPIRED');
    expect(await refusalOf(visitor().confirm({ token, ...SAID }))).toBe('LINK_EXPIRED');
  });

  it('by a bot that fills in every field gets the same answer and is not stored [P4]', async () => {
    expect(await join({ website: 'https://buy.example' })).toEqual({});
    expect(await mails()).toEqual([]);
    expect(await findEntry()).toBeUndefined();
  });

  it('mails one address at most three times a day, and does not say so [P4]', async () => {
    for (let n = 0; n < 5; n += 1) expect(await join()).toEqual({});
    expect(await mails()).toHaveLength(3);
  });

  it('too often from one place is refused [P4]', async () => {
    const browser = new TestBrowser(kindpal.services);
    browser.ip = '198.51.100.21';
    for (let n = 0; n < LIMITS.waitlist_by_ip.points; n += 1) {
      await kindpal.services.limiter.consume('waitlist_by_ip', browser.ip);
    }
    const attempt = browser.send((api) => api.waitlist.join({ email, full_name: 'Robin Vale' }));
    expect(await refusalOf(attempt)).toBe('TOO_MANY_REQUESTS');
  });

  it('confirms for seven days, with the mailed link only [P4]', async () => {
    await join();
    const [mail] = await mails();
    const token = linkParameter(mail, 'token');
    kindpal.setNow(new Date(Date.now() + 7 * DAY + 60_000));
    expect(await refusalOf(visitor().confirm({ token, ...SAID }))).toBe('LINK_EXPIRED');
    kindpal.setNow(null);
    expect(await refusalOf(visitor().confirm({ token: 'guess', ...SAID }))).toBe('LINK_EXPIRED');
    expect(await refusalOf(kindpal.callerFor(null).newsletter.confirm({ token }))).toBe(
      'LINK_EXPIRED',
    );
    expect((await findEntry())?.confirmed_at).toBeNull();
  });
});

describe('inviting somebody on the waiting list [P4]', () => {
  it('emails them a working code, with that staff member as inviter [P4] [I1]', async () => {
    const id = await wait();
    const standing = await kindpal.callerFor(admin).invite.generate();
    const entry = await kindpal.callerFor(admin).waitlist.invite({ id });
    expect(entry.invited_at).not.toBeNull();
    const [mail] = await mails();
    expect(mail?.subject).toBe('Your invite to Kindpal');
    const [, code = ''] = /\/join#code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
    const browser = new TestBrowser(kindpal.services);
    await browser.send((api) => api.account.signUp(signUpForm(code, { email })));
    const tree = await browser.send((api) => api.invite.getTree());
    expect(tree.invited_by?.id).toBe(admin.id);
    expect((await kindpal.callerFor(admin).invite.getMine({})).code).toBe(standing);
    expect(await kindpal.callerFor(admin).invite.generate()).toBe(standing);
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT admin_id, action FROM admin_activity_logs WHERE target_id = $1',
      [id],
    );
    expect(rows).toEqual([{ admin_id: admin.id, action: 'waitlist_invite' }]);
  });

  it('never shows the mailed code to the staff member who sent it [P4] [I2]', async () => {
    const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
    await kindpal.callerFor(staff).waitlist.invite({ id: await wait() });
    expect(await refusalOf(kindpal.callerFor(staff).invite.getMine({}))).toBe('NOT_FOUND');
    expect(await refusalOf(kindpal.callerFor(staff).invite.replace())).toBe('NOT_FOUND');
    const own = await kindpal.callerFor(staff).invite.generate();
    const { rows } = await kindpal.services.db.pool.query(ARCHIVE_TABLES.invites ?? '', [staff.id]);
    expect(rows.map(({ row }) => [row.kind, row.code])).toEqual([
      ['mailed', null],
      ['standing', own],
    ]);
  });

  it('is done once, by one of two staff at the same time [P4]', async () => {
    const id = await wait();
    const outcomes = await Promise.allSettled(
      [admin, other, admin].map((who) => kindpal.callerFor(who).waitlist.invite({ id })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual([
      'ALREADY_INVITED',
      'ALREADY_INVITED',
    ]);
    expect(await refusalOf(kindpal.callerFor(other).waitlist.invite({ id }))).toBe(
      'ALREADY_INVITED',
    );
    const invited = (await mails()).filter(({ subject }) => subject.startsWith('Your invite'));
    expect(invited).toHaveLength(1);
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT count(*)::int AS n FROM invites
       WHERE grant_reason = 'Waitlist' AND id NOT IN (SELECT invite_id FROM waitlist_entries)`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('needs a confirmed mailbox, and an existing entry [P4]', async () => {
    await join();
    const id = (await findEntry())?.id ?? '';
    expect(await refusalOf(kindpal.callerFor(admin).waitlist.invite({ id }))).toBe('FORBIDDEN');
    const unknown = kindpal.callerFor(admin).waitlist.invite({ id: randomUUID() });
    expect(await refusalOf(unknown)).toBe('NOT_FOUND');
    expect(await mails()).toHaveLength(1);
  });

  it('is refused for somebody who has joined meanwhile, in any spelling of their address [P4]', async () => {
    const id = await wait();
    await kindpal.services.db.pool.query('UPDATE waitlist_entries SET email = $2 WHERE id = $1', [
      id,
      email.toUpperCase(),
    ]);
    await joinKindpal(kindpal.services, { email });
    expect(await refusalOf(kindpal.callerFor(admin).waitlist.invite({ id }))).toBe(
      'ALREADY_MEMBER',
    );
    expect((await mails()).map(({ subject }) => subject)).not.toContain('Your invite to Kindpal');
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT invited_at, invite_id FROM waitlist_entries WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ invited_at: null, invite_id: null }]);
  });

  it('is sent although a stranger has signed up with their address and never confirmed it [P4] [U1]', async () => {
    const id = await wait();
    const { id: stranger } = await joinKindpal(kindpal.services, { email });
    await kindpal.services.db.pool.query(
      `UPDATE auth."user" SET email_verified = false, confirm_by = now() + interval '7 days'
       WHERE id = $1`,
      [stranger],
    );
    const list = await kindpal.callerFor(admin).waitlist.list({ waiting: 'true', limit: 100 });
    expect(list.items).toContainEqual(expect.objectContaining({ email, joined_at: null }));
    await kindpal.callerFor(admin).waitlist.invite({ id });
    expect((await mails()).map(({ subject }) => subject)).toContain('Your invite to Kindpal');
  });

  it('stops working like any other code when its inviter is suspended [P4] [I1]', async () => {
    const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
    await kindpal.callerFor(staff).waitlist.invite({ id: await wait() });
    const [given] = await kindpal.services.db.drizzle
      .select()
      .from(invites)
      .where(eq(invites.created_by, staff.id));
    const check = () => kindpal.callerFor(null).invite.check({ code: given?.code ?? '' });
    expect(await check()).toBe(true);
    await kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
      staff.id,
    ]);
    expect(await check()).toBe(false);
  });
});

describe('the waiting list for staff [P4]', () => {
  it('is for staff, and viewing each page of it is logged [P4] [S6]', async () => {
    const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
    await wait();
    email = `${randomUUID()}@example.org`;
    await wait();
    await kindpal.callerFor(staff).waitlist.list({});
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT count(*)::int AS n FROM admin_activity_logs
       WHERE action = 'waitlist_read' AND admin_id = $1`,
      [staff.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const first = await kindpal.callerFor(staff).waitlist.list({ limit: 1 });
    const next = { limit: 1, cursor: first.next_cursor ?? '' };
    const { items } = await kindpal.callerFor(staff).waitlist.list(next);
    const { rows: seen } = await kindpal.services.db.pool.query(
      `SELECT details->'ids' AS ids FROM admin_activity_logs
       WHERE action = 'waitlist_read' AND admin_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [staff.id],
    );
    expect(seen).toEqual([{ ids: items.map(({ id }) => id) }]);
    expect(items).toHaveLength(1);
    const member = await createMember(kindpal.services.db);
    expect(await refusalOf(kindpal.callerFor(member).waitlist.list({}))).toBe('FORBIDDEN');
    expect(await refusalOf(visitor().list({}))).toBe('UNAUTHORIZED');
  });

  it('shows who has joined since, and when, with whichever invite [P4]', async () => {
    const id = await wait();
    expect(await findEntry()).toMatchObject({ id, joined_at: null });
    await joinKindpal(kindpal.services, { email });
    const joined = { id, invited_at: null, joined_at: expect.any(String) };
    expect(await findEntry()).toMatchObject(joined);
    const listed = async (waiting: string) =>
      (await kindpal.callerFor(admin).waitlist.list({ waiting, limit: 100 })).items.map(
        (one) => one.id,
      );
    expect(await listed('true')).not.toContain(id);
    expect(await listed('false')).toContain(id);
  });

  it('does not tell whether a guessed address is a member’s [P4] [S6]', async () => {
    email = other.email;
    await join();
    const entry = await findEntry();
    expect(entry).toMatchObject({ email, confirmed_at: null, joined_at: null });
    const inviting = kindpal.callerFor(admin).waitlist.invite({ id: entry?.id ?? '' });
    expect(await refusalOf(inviting)).toBe('FORBIDDEN');
  });

  it('separates those who can be sent an invite from the others, page by page [P4]', async () => {
    const { pool } = kindpal.services.db;
    await pool.query('DELETE FROM waitlist_entries');
    await pool.query(`INSERT INTO waitlist_entries (email, full_name, created_at, confirmed_at, invited_at)
      SELECT n || '@example.org', 'Robin Vale', now() + n * interval '1 microsecond',
        CASE WHEN n > 1 THEN now() END, CASE WHEN n > 4 THEN now() END
      FROM generate_series(1, 6) n`);
    const all = async (waiting?: string) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await kindpal.callerFor(admin).waitlist.list({ waiting, limit: 2, cursor });
        seen.push(...page.items.map((one) => Number.parseInt(one.email, 10)));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return seen;
    };
    expect(await all()).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await all('true')).toEqual([4, 3, 2]);
    expect(await all('false')).toEqual([6, 5, 1]);
  });
});
