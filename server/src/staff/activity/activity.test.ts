import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feedback } from '../../db/schema/feedback.ts';
import { newsletterSubscriptions } from '../../db/schema/newsletter.ts';
import { waitlistEntries } from '../../db/schema/waitlist.ts';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { keepActivity } from './keep-activity.ts';
import { VIEW_HEADER } from './record-view.ts';

let kindpal: TestKindpal;
let server: TestServer;
let admin: TestMember;
let boss: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});
beforeEach(async () => {
  admin = await createMember(kindpal.services.db, { app_role: 'admin', first_name: 'Ada' });
  boss = await createMember(kindpal.services.db, { app_role: 'super_admin', first_name: 'Bo' });
});

const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const IN_A_DAY = new Date(Date.now() + 86_400_000).toISOString();
const logOf = ({ id }: TestMember) =>
  query(
    `SELECT action, target_type, target_id, details FROM admin_activity_logs
     WHERE admin_id = $1 ORDER BY created_at, id`,
    [id],
  );
/** A GET by a page with this view id. */
const look = async (who: TestMember, path: string, view?: string) => {
  const answer = await server.fetch(`/rest/v1/${path}`, {
    as: who,
    headers: view ? { [VIEW_HEADER]: view } : {},
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as { next_cursor: string | null };
};
async function sendFeedback(): Promise<string> {
  const { id: user_id } = await createMember(kindpal.services.db);
  const [row] = await kindpal.services.db.drizzle
    .insert(feedback)
    .values({ user_id, message: 'Where is my code?' })
    .returning();
  return row?.id ?? '';
}

describe('what staff view is logged [S3]', () => {
  it('with the rows shown, for every list and page that shows what members do not see', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db, { bio: 'Three cats.' });
    const { job } = await createClaim(db, { job: await createJob(db, { owner_id: owner.id }) });
    const request = await kindpal.callerFor(owner).invite.requestMore({ message: '' });
    const plea = await sendFeedback();
    const [waiting] = await db.drizzle
      .insert(waitlistEntries)
      .values({
        email: `${randomUUID()}@example.org`,
        full_name: 'Robin',
        confirmed_at: new Date(),
      })
      .returning();
    const [reader] = await db.drizzle
      .insert(newsletterSubscriptions)
      .values({ email: `${randomUUID()}@example.org` })
      .returning();
    const reads = [
      [`jobs/${job.id}`, 'job_read', 'job', job.id],
      ['rpc/moderation_jobs', 'jobs_read', 'job', job.id],
      ['rpc/moderation_profiles', 'profiles_read', 'user', owner.id],
      ['rpc/list_users', 'users_read', 'user', owner.id],
      ['feedback', 'feedback_read', 'feedback', plea],
      [`feedback/${plea}`, 'feedback_read', 'feedback', plea],
      ['invite_requests', 'invite_requests_read', 'invite_request', request.id],
      ['waitlist_entries?waiting=true', 'waitlist_read', 'waitlist_entry', waiting?.id],
      ['newsletter_subscriptions', 'newsletter_read', 'newsletter_subscription', reader?.id],
    ] as const;
    for (const [path] of reads) await look(admin, path);
    const log = await logOf(admin);
    expect(log.map(({ action, target_type }) => [action, target_type])).toEqual(
      reads.map(([, action, target]) => [action, target]),
    );
    for (const [place, [, , , id]] of reads.entries()) {
      const { target_id, details } = log[place];
      expect(target_id === null ? details.ids : [target_id]).toContain(id);
    }
  });

  it('but not what they see like any member, or as participants [S3]', async () => {
    const { db } = kindpal.services;
    const open = await createJob(db);
    const own = await createClaim(db, { job: await createJob(db, { owner_id: admin.id }) });
    const held = await createClaim(db, { sitter_id: admin.id });
    for (const id of [open.id, own.job.id, held.job.id]) await look(admin, `jobs/${id}`);
    const member = await createMember(db, { role: 'pet_sitter' });
    const { job } = await createClaim(db, { sitter_id: member.id });
    await look(member, `jobs/${job.id}`);
    expect(await logOf(admin)).toEqual([]);
    expect(await logOf(member)).toEqual([]);
  });

  it('once per view, however often and concurrently the page refetches', async () => {
    const first = await sendFeedback();
    const view = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => look(admin, 'feedback', view)));
    const [entry, ...more] = await logOf(admin);
    expect(more).toEqual([]);
    expect(entry.details.ids).toContain(first);
    // A request that came meanwhile appears with the next refetch, as the only new row.
    const second = await sendFeedback();
    await look(admin, 'feedback', view);
    await look(admin, `feedback/${second}`, view);
    expect((await logOf(admin)).slice(1)).toEqual([
      {
        action: 'feedback_read',
        target_type: 'feedback',
        target_id: null,
        details: { ids: [second] },
      },
    ]);
    // Opening it again is another view.
    await look(admin, `feedback/${second}`, randomUUID());
    expect(await logOf(admin)).toHaveLength(3);
  });

  it('further pages of a list are logged with their rows', async () => {
    for (let n = 0; n < 3; n += 1) await sendFeedback();
    const view = randomUUID();
    const { next_cursor } = await look(admin, 'feedback?limit=1', view);
    await look(admin, `feedback?limit=1&cursor=${next_cursor}`, view);
    await look(admin, `feedback?limit=1&cursor=${next_cursor}`, view);
    const ids = (await logOf(admin)).map(({ details }) => details.ids);
    expect(ids).toHaveLength(2);
    expect(new Set(ids.flat()).size).toBe(2);
  });

  it('apart for what only the page of a row shows, also after a list with the same view id', async () => {
    const { db } = kindpal.services;
    const [reporter, member] = [await createMember(db), await createMember(db)];
    await kindpal.callerFor(member).feedback.send({ message: 'Where is my code?' });
    const { id } = await kindpal
      .callerFor(reporter)
      .report.send({ subject_type: 'profile', subject_id: member.id, reason: 'spam' });
    const view = randomUUID();
    const paths = ['rpc/list_users', 'feedback', 'reports?state=open'];
    for (const path of paths) await look(admin, path, view);
    const listed = (await logOf(admin)).length;
    for (let again = 0; again < 2; again += 1) {
      await look(admin, `rpc/staff_member?id=${member.id}`, view);
      await look(admin, `reports/${id}`, view);
    }
    const apart = (await logOf(admin)).slice(listed);
    expect(apart.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['users_read', member.id],
      ['feedback_read', null],
      ['reports_read', id],
    ]);
  });

  it('once for each check, email, appeal and decision of a member, who reads of one view an hour', async () => {
    const { db } = kindpal.services;
    const [reporter, member] = [await createMember(db), await createMember(db)];
    const { id: report } = await kindpal
      .callerFor(reporter)
      .report.send({ subject_type: 'profile', subject_id: member.id, reason: 'spam' });
    const check = `INSERT INTO identity_checks (member_id, status, ended_at) VALUES ($1, 'withdrawn', now())`;
    const email = `INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
      VALUES (gen_random_uuid(), 'email', 'decision', $1, 'sent', clock_timestamp())`;
    const appeal = `INSERT INTO moderation_decisions (member_id, kind, reason, appeal, appealed_at)
      VALUES ($1, 'warn', 'You were rude', 'I was not', clock_timestamp())`;
    const view = randomUUID();
    for (const [path, row, kind] of [
      ['identity_checks?state=ended', check, 'identity'],
      ['notification_deliveries', email, 'emails'],
      ['rpc/waiting_appeals', appeal, null],
      [`rpc/staff_member?id=${member.id}`, appeal, 'account'],
      [`reports/${report}`, appeal, null],
    ] as const) {
      const target = path.startsWith('reports/') ? report : member.id;
      const known = (await logOf(boss)).length;
      for (const rows of [1, 2, 3]) {
        await query(row, [member.id]);
        for (let again = 0; again < 2; again += 1) await look(boss, path, view);
        expect([path, (await logOf(boss)).length - known]).toEqual([path, rows]);
      }
      const added = (await logOf(boss)).slice(known + 1);
      const targets = added.map(({ target_id, details }) => details.ids ?? [target_id]);
      expect([path, targets]).toEqual([path, [[target], [target]]]);
      const [views] = await query(
        `SELECT count(*)::int AS all, count(DISTINCT period)::int AS hours FROM data_views
         WHERE subject_id = $1 AND kind = $2`,
        [member.id, kind],
      );
      expect([path, views.all, views.hours > 0]).toEqual([path, views.hours, kind !== null]);
    }
  });

  it('by the server: no view id, a forged one, somebody else’s or an old one hides nothing', async () => {
    const id = await sendFeedback();
    for (const view of [undefined, 'none', '']) await look(admin, `feedback/${id}`, view);
    expect(await logOf(admin)).toHaveLength(3);
    const view = randomUUID();
    await look(admin, `feedback/${id}`, view);
    await look(boss, `feedback/${id}`, view);
    expect(await logOf(boss)).toHaveLength(1);
    await query(
      "UPDATE staff_views SET seen_at = seen_at - interval '61 minutes' WHERE admin_id = $1",
      [admin.id],
    );
    await look(admin, `feedback/${id}`, view);
    expect(await logOf(admin)).toHaveLength(5);
  });

  it('and what a view has shown, to log it once, is deleted after an hour', async () => {
    const id = await sendFeedback();
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const view of [old, recent]) await look(admin, `feedback/${id}`, view);
    await query(
      "UPDATE staff_views SET seen_at = seen_at - interval '61 minutes' WHERE view_id = $1",
      [old],
    );
    await keepActivity(kindpal.services);
    expect(await query('SELECT view_id FROM staff_views WHERE admin_id = $1', [admin.id])).toEqual([
      { view_id: recent },
    ]);
  });

  it('before it is sent: if the entry cannot be written, nothing is shown', async () => {
    const other = await startTestKindpal();
    const { db } = other.services;
    const reader = await createMember(db, { app_role: 'super_admin' });
    await createClaim(db);
    await other.asOwner('ALTER TABLE admin_activity_logs RENAME TO admin_activity_logs_gone');
    const calls = other.callerFor(reader);
    await expect(calls.staff.listUsers({})).rejects.toThrow();
    await expect(calls.staff.listJobs({})).rejects.toThrow();
    await other.asOwner('ALTER TABLE admin_activity_logs_gone RENAME TO admin_activity_logs');
    expect((await calls.staff.listJobs({})).items).toHaveLength(1);
    await other.stop();
  });
});

describe('the Activity page [S3]', () => {
  const list = (filter: object = {}) => kindpal.callerFor(boss).staff.listActivity(filter);

  it('is for super admins, including its exports', async () => {
    const member = await createMember(kindpal.services.db);
    for (const [who, code, status] of [
      [null, 'UNAUTHORIZED', 401],
      [member, 'FORBIDDEN', 403],
      [admin, 'FORBIDDEN', 403],
    ] as const) {
      expect(await refusalOf(kindpal.callerFor(who).staff.listActivity({}))).toBe(code);
      expect(await refusalOf(kindpal.callerFor(who).staff.listActivityStaff())).toBe(code);
      for (const path of ['admin_activity_logs.csv', 'admin_activity_logs.json']) {
        const answer = await server.fetch(`/rest/v1/${path}`, { as: who });
        expect(answer.status).toBe(status);
        expect(await answer.text()).not.toContain('feedback_read');
      }
    }
  });

  it('shows who did what, to which member, by name, newest first, page by page', async () => {
    const owner = await createMember(kindpal.services.db, {
      first_name: 'Olive',
      last_name: 'Oak',
    });
    await kindpal.callerFor(admin).staff.getUserRole({ _user_id: owner.id });
    await kindpal.callerFor(boss).staff.setUserRole({ user_id: owner.id, role: 'admin' });
    const { items } = await list({ target_id: owner.id });
    expect(items.map(({ action, admin_name }) => [action, admin_name])).toEqual([
      // The answer to the change shows the member.
      ['users_read', expect.stringContaining('Bo')],
      ['role_change', expect.stringContaining('Bo')],
      ['role_read', expect.stringContaining('Ada')],
    ]);
    expect(items[1]).toMatchObject({
      details: { old_role: 'user', new_role: 'admin' },
      targets: [{ id: owner.id, name: 'Olive Oak' }],
    });
    const seen: string[] = [];
    const all = await query('SELECT id FROM admin_activity_logs');
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.sort()).toEqual(all.map(({ id }) => id).sort());
    // Viewing the log is itself an entry, once an hour.
    const own = (await logOf(boss)).filter(({ action }) => action === 'activity_read');
    expect(own).toEqual([
      { action: 'activity_read', target_type: 'activity', target_id: null, details: {} },
    ]);
  });

  it('finds entries by staff member, kind, target and time, also in viewed lists', async () => {
    const [one, other] = [await sendFeedback(), await sendFeedback()];
    await look(admin, 'feedback');
    await look(admin, `feedback/${one}`);
    const of = async (filter: object) =>
      (await list(filter)).items.map(({ action, admin_id }) => [action, admin_id]);
    const read = ['feedback_read', admin.id];
    expect(await of({ target_id: one })).toEqual([read, read]);
    expect(await of({ target_id: other.toUpperCase() })).toEqual([read]);
    expect(await of({ admin_id: admin.id })).toEqual([read, read]);
    expect(await of({ admin_id: admin.id, action: 'feedback_read' })).toEqual([read, read]);
    expect(await of({ admin_id: admin.id, action: 'role_change' })).toEqual([]);
    const [first] = (await list({ admin_id: admin.id })).items;
    const at = first?.created_at;
    expect(await of({ admin_id: admin.id, from: at })).toEqual([read]);
    expect(await of({ admin_id: admin.id, until: at })).toEqual([read]);
    expect((await kindpal.callerFor(boss).staff.listActivityStaff()).map(({ id }) => id)).toContain(
      admin.id,
    );
  });

  it('refuses impossible times, and accepts those of any offset', async () => {
    for (const path of ['', '.json', '.csv']) {
      const answer = (filter: string) =>
        server.fetch(`/rest/v1/admin_activity_logs${path}?${filter}`, { as: boss });
      for (const filter of [
        'from=0000-01-01T00:00:00Z',
        'until=0000-01-01T00:00:00Z',
        'from=1999-12-31T23:59:59Z',
        'until=9999-12-31T23:59:59-01:00',
      ]) {
        expect([path, filter, (await answer(filter)).status]).toEqual([path, filter, 422]);
      }
      for (const filter of [
        'from=2026-01-01T00:00:00-23:59',
        `from=2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
      ]) {
        const { status, text } = await answer(filter).then(async (got) => ({
          status: got.status,
          text: await got.text(),
        }));
        expect([path, status, text.length > 0]).toEqual([path, 200, true]);
      }
    }
  });

  it('names at most 50 rows of an entry, and still opens entries of an older release', async () => {
    const ids = Array.from({ length: 80 }, () => randomUUID());
    await query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, details)
       VALUES ($1, 'users_read', 'user', $2), ($1, 'of_the_past', 'user', '{}')`,
      [admin.id, { user_ids: ids }],
    );
    const { items } = await list({ admin_id: admin.id });
    const found = items.find(({ action }) => action === 'users_read');
    expect(found?.targets).toHaveLength(50);
    expect(found?.targets[0]).toEqual({ id: ids[0], name: null });
    expect((await list({ target_id: ids[79] })).items).toHaveLength(1);
    expect(items.map(({ action }) => action)).toContain('of_the_past');
  });

  it('hides from a super admin what staff did about reports of them and reviews that wait [S4] [R9]', async () => {
    const { db } = kindpal.services;
    const partner = await createMember(db, { role: 'pet_sitter' });
    const colleague = await createMember(db, { app_role: 'super_admin' });
    const { claim_id } = await createEndedClaim(db, { owner_id: boss.id, sitter_id: partner.id });
    const review = await kindpal
      .callerFor(partner)
      .review.write({ claim_id, rating: 1, would_repeat: false });
    await kindpal.callerFor(admin).review.listForStaff({});
    await kindpal.callerFor(admin).review.hide({ review_id: review.id, reason: 'x' });
    const { id } = await kindpal
      .callerFor(partner)
      .report.send({ subject_type: 'conversation', subject_id: claim_id, reason: 'harassment' });
    const { report, reading } = kindpal.callerFor(admin);
    await report.list({});
    await report.take({ id });
    const { id: readingId } = await reading.ask({ report_id: id, reason: 'To see all of it' });
    await kindpal.callerFor(colleague).reading.decide({ id: readingId, allow: true });
    await reading.listMessages({ id: readingId });
    await report.decide({ id, kind: 'dismiss' });
    const hidden = [id, readingId, review.id];
    const read = async (who: TestMember) => {
      const csv = await server.fetch('/rest/v1/admin_activity_logs.csv', { as: who });
      const listed = await kindpal.callerFor(who).staff.listActivity({ limit: 50 });
      const found = await Promise.all(
        hidden.map((target_id) => kindpal.callerFor(who).staff.listActivity({ target_id })),
      );
      const text = `${JSON.stringify(listed)} ${await csv.text()}`;
      return {
        ids: hidden.filter((one) => text.includes(one)),
        actions: ['chat_reading_ask', 'chat_reading_decision', 'chat_read', 'review_hide'].filter(
          (one) => text.includes(one),
        ),
        found: found.map(({ items }) => items.length > 0),
      };
    };
    expect(await read(colleague)).toEqual({
      ids: hidden,
      actions: ['chat_reading_ask', 'chat_reading_decision', 'chat_read', 'review_hide'],
      found: [true, true, true],
    });
    expect(await read(boss)).toEqual({ ids: [], actions: [], found: [false, false, false] });
    await query('UPDATE reviews SET published_at = now() WHERE id = $1', [review.id]);
    expect(await read(boss)).toEqual({
      ids: [review.id],
      actions: ['review_hide'],
      found: [false, false, true],
    });
  });

  it('hides from a super admin what led from their own report, and decisions about them [S4]', async () => {
    const { db } = kindpal.services;
    const colleague = await createMember(db, { app_role: 'super_admin' });
    const stranger = await createMember(db);
    const as = (who: TestMember) => kindpal.callerFor(who);
    const decide = async (
      reporter: TestMember,
      reported: TestMember,
      kind: 'warn' | 'suspend' | 'ban' = 'warn',
    ) => {
      const { id } = await as(reporter).report.send({
        ...{ subject_type: 'profile', subject_id: reported.id, reason: 'harassment' },
      });
      await as(admin).report.take({ id });
      await as(admin).report.decide({
        ...{ id, reason: `Decided about ${reported.id}` },
        ...(kind === 'suspend' ? { kind, ends_at: IN_A_DAY } : { kind }),
      });
      const [made] = await query('SELECT decision_id FROM reports WHERE id = $1', [id]);
      return made.decision_id as string;
    };
    const upholdAndUndo = async (id: string, member: TestMember) => {
      const appeal =
        'UPDATE moderation_decisions SET appeal = $2, appealed_at = now() WHERE id = $1';
      await query(appeal, [id, 'It was not me']);
      await as(colleague).moderation.decideAppeal({
        ...{ id, decision: 'upheld', answer: `Upheld about ${member.id}` },
      });
      await as(colleague).moderation.undo({ id, reason: `Undone about ${member.id}` });
    };
    const [warned, suspended, banned, other] = [
      await createMember(db),
      await createMember(db),
      await createMember(db),
      await createMember(db),
    ];
    await upholdAndUndo(await decide(boss, warned), warned);
    await upholdAndUndo(await decide(boss, suspended, 'suspend'), suspended);
    await upholdAndUndo(await decide(boss, banned, 'ban'), banned);
    await upholdAndUndo(await decide(stranger, other), other);
    // About somebody who has got a role since.
    const raised = await createMember(db, { app_role: 'super_admin' });
    await query('DELETE FROM user_roles WHERE user_id = $1', [raised.id]);
    await upholdAndUndo(await decide(stranger, raised), raised);
    await query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'super_admin')`, [raised.id]);
    const actionsAbout = async (who: TestMember, member: TestMember) => {
      const { items } = await as(who).staff.listActivity({ target_id: member.id, limit: 50 });
      const csv = await server.fetch('/rest/v1/admin_activity_logs.csv', { as: who });
      const actions = items.map(({ action }) => action).filter((action) => !/_read$/.test(action));
      return { actions, isInCsv: (await csv.text()).includes(`about ${member.id}`) };
    };
    const all = {
      actions: ['decision_undo', 'appeal_decision', 'report_decision'],
      isInCsv: true,
    };
    const withSuspension = { ...all, actions: [...all.actions, 'member_suspend'] };
    const withBan = { ...all, actions: [...all.actions, 'member_ban'] };
    const nothing = { actions: [], isInCsv: false };
    expect(await actionsAbout(colleague, banned)).toEqual(withBan);
    expect(await actionsAbout(boss, banned)).toEqual(nothing);
    expect(await actionsAbout(colleague, warned)).toEqual(all);
    expect(await actionsAbout(colleague, suspended)).toEqual(withSuspension);
    expect(await actionsAbout(boss, other)).toEqual(all);
    expect(await actionsAbout(boss, warned)).toEqual(nothing);
    expect(await actionsAbout(boss, suspended)).toEqual(nothing);
    expect(await actionsAbout(boss, raised)).toEqual(all);
    expect(await actionsAbout(raised, raised)).toEqual(nothing);
  });

  it.each(['is about them', 'is theirs'])(
    'hides from a super admin what the staff on a report that %s viewed of theirs, as the list of views does [S3] [S4]',
    async (part) => {
      const { db } = kindpal.services;
      const colleague = await createMember(db, { app_role: 'super_admin', first_name: 'Cora' });
      const reporter = await createMember(db);
      const { id: job_id } = await createJob(db, { owner_id: boss.id });
      const [asked] = await query(
        `INSERT INTO invite_requests (user_id, message) VALUES ($1, 'Please') RETURNING id`,
        [boss.id],
      );
      const as = (who: TestMember) => kindpal.callerFor(who);
      const viewAll = async (who: TestMember) => {
        await as(who).staff.getMember({ id: boss.id });
        await as(who).staff.listUsers({ search: boss.email });
        await as(who).staff.listJobs({ limit: 50 });
        await as(who).invite.listRequests({});
        await look(who, `jobs/${job_id}`);
      };
      const [from, about] = part === 'is theirs' ? [boss, reporter] : [reporter, boss];
      const { id } = await as(from).report.send({
        ...{ subject_type: 'profile', subject_id: about.id, reason: 'harassment' },
      });
      await as(admin).report.take({ id });
      await viewAll(admin);
      await viewAll(colleague);
      const viewers = async (who: TestMember) => {
        const listed = await Promise.all(
          [boss.id, job_id, asked.id].map((target_id) =>
            as(who).staff.listActivity({ target_id, limit: 50 }),
          ),
        );
        return listed.map(({ items }) => new Set(items.map(({ admin_id }) => admin_id)));
      };
      const both = new Set([admin.id, colleague.id]);
      const others = new Set([colleague.id]);
      expect(await viewers(colleague)).toEqual([both, both, both]);
      expect(await viewers(boss)).toEqual([others, others, others]);
      const { items: told } = await as(boss).privacy.listViews({ limit: 50 });
      const named = told.map(({ staff }) => staff?.name?.split(' ')[0]);
      expect(new Set(named)).toEqual(new Set(['Cora']));
      await as(admin).report.decide({ id, kind: 'dismiss' });
      await as(admin).staff.getMember({ id: boss.id });
      expect((await viewers(boss))[0]).toEqual(both);
    },
  );

  it.each([
    { action: 'decision_undo', details: { kind: 'warn', reason: 'Because' } },
    { action: 'appeal_decision', details: { decision: 'upheld' } },
  ])(
    'hides from them entries of earlier releases too, which do not name the decision: $action [S4]',
    async ({ action, details }) => {
      const { db } = kindpal.services;
      const [warned, other] = [await createMember(db), await createMember(db)];
      for (const member of [warned, other]) {
        const [decision] = await query(
          `INSERT INTO moderation_decisions (member_id, kind, reason, decided_by, ended_at, ended_as, ended_by,
           appeal, appealed_at, appeal_decision, appeal_decided_by, appeal_decided_at)
         VALUES ($1, 'warn', 'So', $2, now(), 'undone', $3, 'No', now(), 'upheld', $3, now()) RETURNING id`,
          [member.id, (await createMember(db, { app_role: 'admin' })).id, admin.id],
        );
        await query(
          `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, decided_at, decision_id)
         VALUES ($1, $2, 'profile', $2, 'spam', '{}', now(), $3)`,
          [member === warned ? boss.id : null, member.id, decision.id],
        );
        await query(
          `INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details)
         VALUES ($1, $3, 'user', $2, $4)`,
          [admin.id, member.id, action, details],
        );
      }
      const read = async (target_id: string) =>
        (await kindpal.callerFor(boss).staff.listActivity({ target_id })).items.length;
      expect(await read(warned.id)).toBe(0);
      expect(await read(other.id)).toBe(1);
    },
  );

  it('uses an index of the log for each filter', async () => {
    await query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details)
       SELECT gen_random_uuid(), 'a' || n % 500, 'user', gen_random_uuid(),
         jsonb_build_object('ids', jsonb_build_array(gen_random_uuid()::text))
       FROM generate_series(1, 20000) n`,
    );
    await kindpal.asOwner('ANALYZE admin_activity_logs');
    const [{ part }] = await query(
      'SELECT DISTINCT tableoid::regclass::text AS part FROM admin_activity_logs',
    );
    const id = randomUUID();
    for (const [where, index] of [
      [`admin_id = '${id}'`, 'admin_id'],
      [`action = 'a7'`, 'action'],
      [`(target_id = '${id}' OR details @> '{"ids": ["${id}"]}')`, 'details'],
      [`created_at < now()`, 'pkey'],
    ]) {
      const plan = await query(
        `EXPLAIN SELECT id FROM admin_activity_logs WHERE ${where}
         ORDER BY created_at DESC, id DESC LIMIT 25`,
      );
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain(index);
      // The coming months are empty, and cheap to read.
      expect(text).not.toContain(`Seq Scan on ${part}`);
    }
  });
});

describe('an export of the log [S3]', () => {
  const download = async (path: string) => {
    const answer = await server.fetch(`/rest/v1/${path}`, { as: boss });
    return { answer, text: await answer.text() };
  };

  it('has every matching entry once, over any number of batches, and is logged itself', async () => {
    await query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, details)
       SELECT $1, 'bio_removal', 'user', jsonb_build_object('reason', n) FROM generate_series(1, 1001) n`,
      [admin.id],
    );
    const filter = `admin_id=${admin.id}&action=bio_removal`;
    const { answer, text } = await download(`admin_activity_logs.json?${filter}`);
    expect(answer.headers.get('content-disposition')).toContain('activity.json');
    const entries = JSON.parse(text) as { details: { reason: number } }[];
    expect(new Set(entries.map(({ details }) => details.reason)).size).toBe(1001);
    expect(entries).toHaveLength(1001);
    const csv = (await download(`admin_activity_logs.csv?${filter}`)).text.trim().split('\r\n');
    expect(csv).toHaveLength(1002);
    const log = await logOf(boss);
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ['activity_export', { format: 'json', admin_id: admin.id, action: 'bio_removal' }],
      ['activity_export', { format: 'csv', admin_id: admin.id, action: 'bio_removal' }],
    ]);
  });

  it('shows the id it was filtered by only to who made it: it could be of a hidden report', async () => {
    const { db } = kindpal.services;
    const colleague = await createMember(db, { app_role: 'super_admin', first_name: 'Cora' });
    const { id: subject_id } = boss;
    const report = { subject_type: 'profile', subject_id, reason: 'harassment' } as const;
    const { id } = await kindpal.callerFor(await createMember(db)).report.send(report);
    await server.fetch(`/rest/v1/admin_activity_logs.csv?target_id=${id}`, { as: colleague });
    const path = `admin_activity_logs.csv?admin_id=${colleague.id}`;
    expect((await download(path)).text).toMatch(/activity_export.*""format"":""csv""/);
    const listed = `/rest/v1/admin_activity_logs?admin_id=${colleague.id}`;
    for (const who of [boss, colleague]) {
      const texts = [`/rest/v1/${path}`, listed].map(async (address) =>
        (await server.fetch(address, { as: who })).text(),
      );
      for (const text of await Promise.all(texts)) {
        expect([text.includes('activity_export'), text.includes(id)]).toEqual([
          true,
          who === colleague,
        ]);
      }
    }
  });

  it('is a complete file when nothing matches, and refuses unknown filters', async () => {
    const nobody = randomUUID();
    expect((await download(`admin_activity_logs.json?admin_id=${nobody}`)).text).toBe('[\n\n]\n');
    expect((await download(`admin_activity_logs.csv?admin_id=${nobody}`)).text).toMatch(
      /^created_at,[^\r]*\r\n$/,
    );
    for (const bad of ['who=me', 'admin_id=me', 'action=everything', 'from=yesterday']) {
      const { answer } = await download(`admin_activity_logs.csv?${bad}`);
      expect(answer.status).toBe(422);
    }
  });

  it('writes no formula into a spreadsheet', async () => {
    const mole = await createMember(kindpal.services.db, {
      app_role: 'admin',
      first_name: '=HYPERLINK("https://evil.example","x")',
    });
    await kindpal.callerFor(mole).staff.getUserRole({ _user_id: admin.id });
    const { text } = await download(`admin_activity_logs.csv?admin_id=${mole.id}`);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")`);
  });

  it('is aborted when its viewer loses the role meanwhile', async () => {
    await query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, details)
       SELECT $1, 'bio_removal', 'user', jsonb_build_object('reason', repeat('x', 2000))
       FROM generate_series(1, 20000) n`,
      [admin.id],
    );
    const answer = await server.fetch('/rest/v1/admin_activity_logs.csv', { as: boss });
    const reader = answer.body?.getReader();
    await reader?.read();
    await query('DELETE FROM auth.session WHERE user_id = $1', [boss.id]);
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done) return 'whole';
    };
    await expect(rest()).rejects.toThrow();
  });
});

describe('the log itself [S3]', () => {
  it('is stored by month: partitions are created ahead, and dropped when all of it is old enough', async () => {
    const other = await startTestKindpal();
    const { pool } = other.services.db;
    const write = (at: string) =>
      pool.query(
        `INSERT INTO admin_activity_logs (admin_id, action, target_type, created_at)
         VALUES (gen_random_uuid(), 'of_' || $1, 'user', $1::timestamptz)`,
        [at],
      );
    const months = async () =>
      (
        await pool.query(
          `SELECT DISTINCT tableoid::regclass::text AS part, action FROM admin_activity_logs ORDER BY 2`,
        )
      ).rows.map(({ part }) => part);
    const { rows } = await pool.query(
      `SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => ago),
         'YYYY-MM') AS month FROM unnest(ARRAY[25, 24, 0, -2, -5]) ago`,
    );
    const [old, kept, now, soon, later] = rows.map(({ month }) => month as string);
    for (const month of [old, kept, now, soon, later]) await write(`${month}-15T12:00:00Z`);
    // A month without a partition loses nothing: its partition is created with the rows stored
    // meanwhile.
    const name = (month = '') => `admin_activity_logs_${month.replace('-', '_')}`;
    expect((await months()).sort()).toEqual(
      [name(now), name(soon), ...Array(3).fill('admin_activity_logs_other')].sort(),
    );
    await Promise.all([keepActivity(other.services), keepActivity(other.services)]);
    expect(await months()).toEqual([kept, now, soon, later].map(name));
    await other.stop();
  });

  it('drops no month because the clock is suddenly a year ahead, and does not follow it for long', async () => {
    const other = await startTestKindpal();
    const { pool } = other.services.db;
    await pool.query(
      `INSERT INTO admin_activity_logs (admin_id, action, target_type, created_at)
       VALUES (gen_random_uuid(), 'role_change', 'user', now() - interval '30 months')`,
    );
    await keepActivity({
      ...other.services,
      env: { ...other.services.env, activityMonths: 120 },
    });
    const setClock = (by: string) =>
      other.asOwner(`UPDATE activity_clock SET reached = now() + interval '${by}'`);
    const kept = async () => {
      await keepActivity(other.services);
      return (await pool.query('SELECT FROM admin_activity_logs')).rowCount;
    };
    // For the log, the database clock is now a year ahead.
    await setClock('-1 year');
    for (let hour = 0; hour < 5; hour += 1) expect(await kept()).toBe(1);
    const reached = await other.asOwner<boolean>(
      `SELECT reached BETWEEN now() - interval '361 days' AND now() - interval '359 days' FROM activity_clock`,
    );
    expect(reached).toEqual([true]);
    // It is right again: the time that was reached too early no longer counts.
    await setClock('1 year');
    await other.asOwner(`SELECT keep_activity_months(120)`);
    expect(await other.asOwner(`SELECT reached <= now() FROM activity_clock`)).toEqual([true]);
    expect(await kept()).toBe(0);
    await other.stop();
  });

  it('is append-only in each of its partitions, for their owner as well', async () => {
    await look(admin, `feedback/${await sendFeedback()}`);
    const parts = (
      await query(
        `SELECT inhrelid::regclass::text AS part FROM pg_inherits
         WHERE inhparent = 'admin_activity_logs'::regclass`,
      )
    ).map(({ part }) => part);
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const part of ['admin_activity_logs', ...parts]) {
      for (const change of [
        `UPDATE ${part} SET action = 'nothing'`,
        `DELETE FROM ${part}`,
        `TRUNCATE ${part}`,
      ]) {
        await expect(kindpal.asOwner(change)).rejects.toThrow(/append-only/);
        await expect(query(change)).rejects.toThrow(/append-only|permission denied/);
      }
    }
    // The serving role can run maintenance, but not for less than a year.
    await query('SELECT keep_activity_months(0)');
    await expect(query("SELECT add_activity_month('2040-01-01')")).rejects.toThrow(/denied/);
    expect(await logOf(admin)).toHaveLength(1);
  });
});
