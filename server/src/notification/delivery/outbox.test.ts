import { randomUUID } from 'node:crypto';
import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviews } from '../../db/schema/review.ts';
import { confirmCompletedJobs, expireJobs } from '../../job/expire-jobs.ts';
import { publishDueReviews } from '../../review/publish-due-reviews.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import {
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { announceJob } from '../queue/announce-job.ts';
import { writeReminders } from '../queue/write-reminders.ts';
import { writeUnreadThreads } from '../queue/write-unread-threads.ts';
import { watchHealth } from '../watch-health.ts';
import { findOutgoing } from './outgoing-rows.ts';

let kindpal: TestKindpal;
let admin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const db = () => kindpal.services.db;

type Sides = { owner: TestMember; sitter: TestMember; job: string };

async function createSides(given: Parameters<typeof createJob>[1] = {}): Promise<Sides> {
  const owner = await createMember(db(), { first_name: 'Olive', last_name: 'Owner' });
  const sitter = await createMember(db(), {
    role: 'pet_sitter',
    first_name: 'Sam',
    last_name: 'Sitter',
  });
  const { id } = await createJob(db(), { owner_id: owner.id, ...given });
  return { owner, sitter, job: id };
}

const claim = ({ sitter, job }: Sides) => kindpal.callerFor(sitter).claim.create({ job_id: job });
const move = (who: TestMember, job_id: string, action: string, reason?: string) =>
  kindpal.callerFor(who).job.move({ job_id, action, reason } as never);

async function reportSomebody(reason: 'fake' | 'danger' = 'fake') {
  const [reporter, reported] = [await createMember(db()), await createMember(db())];
  const { id } = await kindpal.callerFor(reporter).report.send({
    subject_type: 'profile',
    subject_id: reported.id,
    reason,
  });
  return { reporter, reported, id };
}

async function decideReport() {
  const sides = await reportSomebody();
  await kindpal.callerFor(admin).report.take({ id: sides.id });
  await kindpal
    .callerFor(admin)
    .report.decide({ id: sides.id, kind: 'warn', reason: 'Secret reason of the staff' });
  return sides;
}

const suspend = ({ id }: TestMember) =>
  kindpal
    .callerFor(admin)
    .moderation.suspend({ member_id: id, ends_at: null, reason: 'Secret reason of the staff' });

/** The participants of a job claimed yesterday that starts in `hours`. */
async function createUpcoming(hours: number): Promise<Sides> {
  const sides = await createSides({ start_date: inHours(hours), end_date: inHours(hours + 2) });
  await claim(sides);
  await db().pool.query(
    `UPDATE job_claims SET claimed_at = now() - interval '3 days' WHERE job_id = $1`,
    [sides.job],
  );
  return sides;
}

async function startJob(sides: Sides): Promise<Sides> {
  await claim(sides);
  await move(sides.sitter, sides.job, 'start');
  return sides;
}

async function completeJob(sides: Sides): Promise<Sides> {
  await startJob(sides);
  await move(sides.sitter, sides.job, 'complete');
  return sides;
}

const SAN_FRANCISCO = { place_id: 5391959, location: 'San Francisco, California' };
/** Columns set by triggers. */
const FILLED_IN = {
  reviewee_id: '00000000-0000-4000-8000-000000000000',
  occasion: 'completed' as const,
  publish_at: new Date(),
};

const soon = () => createSides({ start_date: inHours(1), end_date: inHours(3) });

/** How to create a notification of each type, through actions of members and the scheduler. */
const HAPPENINGS: Record<
  NotificationType,
  () => Promise<Partial<Sides> & { member?: string; told?: string[] }>
> = {
  'jobs.claimed': async () => {
    const sides = await createSides();
    await claim(sides);
    return sides;
  },
  'jobs.asked': async () => {
    const sides = await createSides();
    await kindpal
      .callerFor(sides.owner)
      .job.post(jobForm({ ask_first: { sitter_ids: [sides.sitter.id], hours: 3 } }) as never);
    return { ...sides, told: [sides.sitter.id] };
  },
  'jobs.your_turn': async () => {
    const sides = await createSides();
    await claim(sides);
    const next = await createMember(db(), { role: 'pet_sitter' });
    await kindpal.callerFor(next).offer.join({ job_id: sides.job });
    await move(sides.sitter, sides.job, 'release');
    return { ...sides, told: [next.id] };
  },
  'jobs.released': async () => {
    const sides = await createSides();
    await claim(sides);
    await move(sides.sitter, sides.job, 'release');
    return { ...sides, sitter: undefined as never };
  },
  'jobs.sitter_unavailable': async () => {
    const sides = await createSides();
    await claim(sides);
    await suspend(sides.sitter);
    return sides;
  },
  'jobs.partner_unavailable': async () => {
    const sides = await startJob(await soon());
    await suspend(sides.sitter);
    return sides;
  },
  'jobs.canceled': async () => {
    const sides = await createSides();
    await claim(sides);
    await move(sides.owner, sides.job, 'cancel', 'We stay at home');
    return sides;
  },
  'jobs.edited': async () => {
    const sides = await createSides({ place_id: null, location: null });
    await claim(sides);
    const { rows } = await db().pool.query('SELECT id FROM places ORDER BY id LIMIT 1');
    await kindpal
      .callerFor(sides.owner)
      .job.setArea({ job_id: sides.job, place_id: rows[0].id as number });
    return sides;
  },
  'jobs.calendar_changed': async () => {
    const sides = await HAPPENINGS['jobs.edited']();
    return { ...sides, member: sides.owner?.id as string };
  },
  'jobs.calendar_removed': async () => {
    const sides = await createSides();
    await claim(sides);
    await move(sides.owner, sides.job, 'release', 'We stay at home');
    return { ...sides, member: sides.owner.id };
  },
  'jobs.started': async () => startJob(await soon()),
  'jobs.completed': async () => completeJob(await soon()),
  'jobs.confirmed': async () => {
    const sides = await completeJob(await soon());
    await move(sides.owner, sides.job, 'confirm');
    return sides;
  },
  'jobs.auto_confirmed': async () => {
    const sides = await completeJob(await soon());
    kindpal.setNow(inHours(49));
    await confirmCompletedJobs(kindpal.services);
    kindpal.setNow(null);
    return sides;
  },
  'jobs.disputed': async () => {
    const sides = await completeJob(await soon());
    await move(sides.owner, sides.job, 'dispute', 'The plants are dry');
    return sides;
  },
  'jobs.no_show': async () => {
    const sides = await createSides({ start_date: inHours(-1), end_date: inHours(1) });
    await claim(sides);
    await move(sides.owner, sides.job, 'report_no_show', 'Nobody came');
    return sides;
  },
  'jobs.expired': async () => {
    const sides = await createSides({ start_date: inHours(-3), end_date: inHours(-1) });
    await expireJobs(kindpal.services);
    return sides;
  },
  'reminders.starts_tomorrow': async () => {
    const sides = await createSides({
      start_date: new Date('2027-03-14T15:00:00Z'),
      end_date: new Date('2027-03-14T16:00:00Z'),
    });
    await claim(sides);
    kindpal.setNow(new Date('2027-03-13T23:00:00Z'));
    await writeReminders(kindpal.services);
    kindpal.setNow(null);
    return sides;
  },
  'reminders.starts_soon': async () => {
    const sides = await createUpcoming(1.5);
    await writeReminders(kindpal.services);
    return sides;
  },
  'reminders.not_started': async () => {
    const sides = await createUpcoming(-0.5);
    await writeReminders(kindpal.services);
    return sides;
  },
  'reminders.expires_tomorrow': async () => {
    const sides = await createSides({
      start_date: new Date('2027-03-14T15:00:00Z'),
      end_date: new Date('2027-03-14T16:00:00Z'),
    });
    kindpal.setNow(new Date('2027-03-13T23:00:00Z'));
    await writeReminders(kindpal.services);
    kindpal.setNow(null);
    return sides;
  },
  'messages.job': async () => {
    const sides = await createSides();
    await claim(sides);
    await say(sides.sitter, { job_id: sides.job });
    await waitForRecipients();
    return { ...sides, sitter: undefined as never };
  },
  'messages.request': async () => {
    const sides = await createSides();
    await talk(sides.sitter, sides.owner);
    await waitForRecipients();
    return { owner: sides.owner };
  },
  'messages.direct': async () => {
    const sides = await createSides();
    await talk(sides.owner, sides.sitter);
    await kindpal
      .callerFor(sides.sitter)
      .chat.markDirectRead({ member_id: sides.owner.id } as never);
    await talk(sides.sitter, sides.owner);
    await waitForRecipients();
    return { owner: sides.owner };
  },
  'new_jobs.fits': async () => {
    const near = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
    await createMember(db(), { role: 'pet_sitter', ...SAN_FRANCISCO });
    const owner = await createMember(db(), MAPLEWOOD);
    const { id } = await kindpal.callerFor(owner).job.post(jobForm() as never);
    await announceJob(kindpal.services, { id });
    return { owner, member: near.id };
  },
  'reviews.received': async () => ({ member: (await reviewEachOther()).sitter.id }),
  'reviews.please': async () => {
    const { owner, sitter } = await createEndedClaim(db(), { ended: { ended_at: inHours(-25) } });
    await writeReminders(kindpal.services);
    return { told: [owner.id, sitter.id].sort() };
  },
  'staff.feedback_overdue': async () => {
    const asker = await createMember(db());
    await kindpal.callerFor(asker).feedback.send({ message: 'Nobody answers me here.' });
    kindpal.setNow(inHours(25));
    await writeReminders(kindpal.services);
    kindpal.setNow(null);
    return { member: admin.id };
  },
  'staff.more_needed': async () => {
    // Without the staff of other tests, who could decide the report.
    const { rows } = await db().pool.query(`DELETE FROM user_roles RETURNING user_id, role`);
    const chief = await createMember(db(), { app_role: 'super_admin' });
    const reporter = await createMember(db());
    await kindpal
      .callerFor(reporter)
      .report.send({ subject_type: 'profile', subject_id: chief.id, reason: 'danger' });
    await writeReminders(kindpal.services);
    await db().pool.query(
      `INSERT INTO user_roles (user_id, role)
       SELECT user_id, role FROM jsonb_populate_recordset(NULL::user_roles, $1)`,
      [JSON.stringify(rows)],
    );
    return { member: chief.id };
  },
  'staff.invite_request': async () => {
    await kindpal.callerFor(await createMember(db())).invite.requestMore({ message: 'For Ann' });
    return { member: admin.id };
  },
  'staff.health': async () => {
    const chief = await createMember(db(), { app_role: 'super_admin' });
    await watchHealth(kindpal.services);
    expect(await toldOf('staff.health', [chief.id])).toEqual([]);
    await kindpal.services.tasks.add('warn_of_failures', { sealed: 'x' });
    await db().pool.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`);
    for (let n = 0; n < 3; n += 1) await watchHealth(kindpal.services);
    await db().pool.query(`DELETE FROM graphile_worker._private_jobs`);
    return { member: chief.id };
  },
  'invites.used': async () => {
    const host = await createMember(db());
    const code = await mintInvite(kindpal.services, { created_by: host.id });
    await new TestBrowser(kindpal.services).send((api) => api.account.signUp(signUpForm(code)));
    return { member: host.id };
  },
  'security.new_device': async () => {
    const { id, email } = await joinKindpal(kindpal.services);
    const elsewhere = new TestBrowser(kindpal.services);
    elsewhere.userAgent = 'Another browser';
    await elsewhere.send((api) =>
      api.account.token({ grant_type: 'password', email, password: PASSWORD }),
    );
    return { member: id };
  },
  'security.password_changed': async () => {
    const { id, browser } = await joinKindpal(kindpal.services);
    await browser.send((api) =>
      api.account.updateUser({ password: 'Correct-Horse-2', current_password: PASSWORD }),
    );
    return { member: id };
  },
  'security.email_changed': async () => {
    const { id, email, browser } = await joinKindpal(kindpal.services);
    const to = `next-${email}`;
    await browser.send((api) => api.account.updateUser({ email: to, current_password: PASSWORD }));
    const [mail] = await readMailbox(kindpal.services, to);
    const token = linkParameter(mail, 'token');
    await browser.send((api) => api.account.verify({ type: 'email_change', token }));
    return { member: id };
  },
  'security.factor_changed': async () => ({ member: await noteFor('factor_added') }),
  'security.sign_in_changed': async () => ({ member: await noteFor('identity_linked') }),
  'security.recovery_code_used': async () => ({ member: await noteFor('recovery_code_used') }),
  'support.request_granted': () => decide('granted'),
  'support.request_refused': () => decide('refused'),
  'support.feedback_answered': async () => {
    const asker = await createMember(db());
    const { id } = await kindpal
      .callerFor(asker)
      .feedback.send({ message: 'The map does not load.' });
    await kindpal.callerFor(admin).feedback.update({ id, admin_response: 'It does now.' });
    return { member: asker.id };
  },
  'support.job_approved': async () => {
    const owner = await createMember(db());
    await db().pool.query('UPDATE community_settings SET reviewed_posts = 1');
    const job = await kindpal.callerFor(owner).job.post(jobForm() as never);
    await db().pool.query('UPDATE community_settings SET reviewed_posts = 0');
    const { items } = await kindpal.callerFor(admin).report.list({ limit: 50 });
    const id = items.find(({ signal }) => signal === 'first_post')?.id ?? '';
    await kindpal.callerFor(admin).report.take({ id });
    await kindpal.callerFor(admin).report.decide({ id, kind: 'dismiss' });
    return { owner, job: job.id };
  },
  'support.job_taken_down': async () => {
    const sides = await createSides();
    await claim(sides);
    await kindpal
      .callerFor(admin)
      .staff.takeDownJob({ job_id: sides.job, reason: 'Not a job' } as never);
    return sides;
  },
  'support.job_ended': async () => {
    const sides = await createSides();
    await claim(sides);
    await kindpal
      .callerFor(admin)
      .staff.endClaim({ job_id: sides.job, reason: 'They asked for it' } as never);
    return sides;
  },
  'support.report_decided': async () => {
    const { reporter, id } = await reportSomebody();
    await kindpal.callerFor(admin).report.take({ id });
    await kindpal.callerFor(admin).report.decide({ id, kind: 'dismiss' });
    return { member: reporter.id };
  },
  'support.moderated': async () => {
    const { reported } = await decideReport();
    return { member: reported.id };
  },
  'support.appeal_decided': async () => {
    const { reported, id } = await appealDecision();
    const other = await createMember(db(), { app_role: 'admin' });
    await kindpal
      .callerFor(other)
      .moderation.decideAppeal({ id, decision: 'upheld', answer: 'It was not' });
    return { member: reported.id };
  },
  'support.hearing': async () => ({ member: (await askSomebody()).reported.id }),
  'staff.hearing_answered': async () => {
    const { reported, hearing } = await askSomebody();
    await kindpal.callerFor(reported).hearing.answer({ id: hearing, answer: 'It was a joke' });
    return { member: admin.id };
  },
  'staff.reading_asked': async () => {
    const other = await createMember(db(), { app_role: 'admin' });
    await askToRead();
    return { member: other.id };
  },
  'support.chat_read': async () => {
    const other = await createMember(db(), { app_role: 'admin' });
    const { reading, reported } = await askToRead();
    await kindpal.callerFor(other).reading.decide({ id: reading, allow: true });
    return { member: reported.id };
  },
  'support.identity_confirmed': async () => ({ member: (await checkIdentity('confirm')).id }),
  'support.identity_refused': async () => ({ member: (await checkIdentity('refuse')).id }),
  'staff.report': async () => {
    const staff = await createMember(db(), { app_role: 'admin' });
    await reportSomebody();
    return { member: staff.id };
  },
  'staff.danger_report': async () => {
    await reportSomebody('danger');
    return { member: admin.id };
  },
  'staff.appeal': async () => {
    const other = await createMember(db(), { app_role: 'admin' });
    await appealDecision();
    return { told: [other.id], owner: admin };
  },
  'staff.identity_request': async () => {
    await kindpal.callerFor(await createMember(db())).identity.request();
    return { member: admin.id };
  },
  'staff.identity_checked': async () => {
    const other = await createMember(db(), { app_role: 'admin' });
    await recordCheck();
    return { told: [other.id], owner: admin };
  },
  'staff_inbox.feedback': async () => {
    const [sender, other] = [
      await createMember(db(), { app_role: 'admin' }),
      await createMember(db(), { app_role: 'admin' }),
    ];
    await kindpal.callerFor(sender).feedback.send({ message: 'Can I change the name of a pet?' });
    return { told: [other.id], owner: sender };
  },
  'staff_inbox.waitlist': async () => {
    const staff = await createMember(db(), { app_role: 'admin' });
    await joinWaitlist();
    return { member: staff.id };
  },
  'support.test': async () => {
    const asker = await createMember(db());
    await kindpal.callerFor(asker).notification.sendTest();
    return { member: asker.id };
  },
};

/** A visitor whose mailbox confirms that they want to be on the waitlist. */
async function joinWaitlist(): Promise<void> {
  const visitor = new TestBrowser(kindpal.services);
  const email = `${randomUUID()}@example.org`;
  const full_name = 'Robin Vale';
  await visitor.send((api) => api.waitlist.join({ email, full_name }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token = linkParameter(mail, 'token');
  await visitor.send((api) => api.waitlist.confirm({ token, full_name, note: null }));
}

/** A newcomer whose account this has happened to; returns their id. */
async function noteFor(kind: SecurityEventKind): Promise<string> {
  const { id } = await joinKindpal(kindpal.services);
  await noteSecurityEvent(db().drizzle, { userId: id, kind });
  return id;
}

/** A warning by `admin`, and the member's appeal against it. */
async function appealDecision() {
  const { reported } = await decideReport();
  const [decision] = (await kindpal.callerFor(reported).moderation.listMine({})).items;
  const appealed = { id: decision?.id ?? '', text: 'It was a joke' };
  await kindpal.callerFor(reported).moderation.appeal(appealed);
  return { reported, id: appealed.id };
}

/** Owner and sitter of a job review each other, which publishes both reviews. */
async function reviewEachOther(ended?: Awaited<ReturnType<typeof createEndedClaim>>) {
  const { owner, sitter, claim_id } = ended ?? (await createEndedClaim(db()));
  const review = { claim_id, rating: 5, text: 'Fine', would_repeat: true, facts: {} };
  await db()
    .drizzle.insert(reviews)
    .values([
      { ...review, side: 'owner', reviewer_id: owner.id, ...FILLED_IN },
      { ...review, side: 'sitter', reviewer_id: sitter.id, ...FILLED_IN },
    ]);
  return { owner, sitter };
}

/** A report assigned to a staff member, and a question to the owner of the reported profile. */
async function askSomebody() {
  const { reported, id } = await reportSomebody();
  await kindpal.callerFor(admin).report.take({ id });
  const asked = { report_id: id, side: 'member' as const, question: 'What happened?' };
  return { reported, hearing: (await kindpal.callerFor(admin).hearing.ask(asked)).id };
}

/** A report of a conversation, which a staff member asks to read. */
async function askToRead() {
  const [reporter, reported] = [await createMember(db()), await createMember(db())];
  const subject_id = await createConversation(db(), [reporter, reported]);
  const { id } = await kindpal
    .callerFor(reporter)
    .report.send({ subject_type: 'conversation', subject_id, reason: 'other' });
  await kindpal.callerFor(admin).report.take({ id });
  const asked = { report_id: id, reason: 'Something is missing.' };
  return { reported, reading: (await kindpal.callerFor(admin).reading.ask(asked)).id };
}

/** An identity check whose first half `admin` records. */
async function recordCheck() {
  const asker = await createMember(db());
  const { id } = await kindpal.callerFor(asker).identity.request();
  const checked = { method: 'in_person' as const, checklist: [...IDENTITY_ITEMS] };
  await kindpal.callerFor(admin).identity.decide({ id, step: 'check', ...checked });
  return { asker, id };
}

/** A check that a staff member records, and another confirms or refuses. */
async function checkIdentity(step: 'confirm' | 'refuse') {
  const { asker, id } = await recordCheck();
  const other = await createMember(db(), { app_role: 'admin' });
  const reason = step === 'refuse' ? { reason: 'The document has expired' } : {};
  await kindpal.callerFor(other).identity.decide({ id, step, ...reason });
  return asker;
}

async function decide(decision: 'granted' | 'refused') {
  const asker = await createMember(db());
  await kindpal.callerFor(asker).invite.requestMore({ message: 'For my sister' });
  const { rows } = await db().pool.query('SELECT id FROM invite_requests WHERE user_id = $1', [
    asker.id,
  ]);
  await kindpal
    .callerFor(admin)
    .invite.decideRequest({ id: rows[0].id as string, decision, reason: 'Because' });
  return { member: asker.id };
}

const say = (who: TestMember, where: { job_id: string }) =>
  kindpal.callerFor(who).chat.sendJobMessage({
    ...where,
    content: 'Secret words of the chat',
    client_id: randomUUID(),
  });
const talk = (who: TestMember, to: TestMember) =>
  kindpal.callerFor(who).chat.sendDirectMessage({
    member_id: to.id,
    content: 'Secret words of the chat',
    client_id: randomUUID(),
  } as never);

async function waitForRecipients(minutes = 11): Promise<void> {
  // Real clocks do not jump: move the start of the scanned span back, too.
  await db().pool.query(`UPDATE notification_clock SET messages_until = now() - interval '1 hour'`);
  kindpal.setNow(inHours(minutes / 60));
  await writeUnreadThreads(kindpal.services);
  kindpal.setNow(null);
}

async function toldOf(type: NotificationType, ids: string[]): Promise<string[]> {
  const { rows } = await db().pool.query<{ member_id: string }>(
    'SELECT member_id FROM notifications WHERE type = $1 AND member_id = ANY($2)',
    [type, ids],
  );
  return rows.map(({ member_id }) => member_id).sort();
}

/** The expected recipients, according to the catalog. */
function recipientsOf(
  type: NotificationType,
  { owner, sitter, member, told }: Awaited<ReturnType<(typeof HAPPENINGS)[NotificationType]>>,
) {
  if (told) return told;
  if (member) return [member];
  const { recipients } = definitionOf(type);
  const both = [owner?.id, sitter?.id].flatMap((id) => (id ? [id] : [])).sort();
  if (recipients === 'both_sides') return both;
  if (recipients === 'sitter') return [sitter?.id];
  // A claim is canceled by the sitter in this test.
  return [owner?.id];
}

describe.each(Object.keys(NOTIFICATION_TYPES) as NotificationType[])('when %s happens', (type) => {
  it('the members concerned are notified once, its author is not, and emails follow the catalog', async () => {
    const people = await HAPPENINGS[type]();
    const { owner, sitter, member, told = [] } = people;
    const ids = [owner?.id, sitter?.id, member, ...told].flatMap((id) => id ?? []);
    await writeReminders(kindpal.services);
    expect(await toldOf(type, ids)).toEqual(recipientsOf(type, people));
    const { rows } = await db().pool.query(
      'SELECT DISTINCT mail_state FROM notifications WHERE type = $1 AND member_id = ANY($2)',
      [type, ids],
    );
    const expected = definitionOf(type).email === 'by_preference' ? 'queued' : 'none';
    expect(rows).toEqual([{ mail_state: expected }]);
  });
});

describe('a notification that is written with its event', () => {
  it('does not exist if the claim, release or sign-up was rolled back', async () => {
    const sides = await createSides();
    const undone = db().drizzle.transaction(async (tx) => {
      await tx.execute(`UPDATE jobs SET status = 'claimed' WHERE id = '${sides.job}'`);
      await tx.execute(`INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
        SELECT id, '${sides.sitter.id}', start_date, end_date FROM jobs WHERE id = '${sides.job}'`);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await toldOf('jobs.claimed', [sides.owner.id])).toEqual([]);
  });

  it('is one for the owner when twenty sitters claim at the same time [J5]', async () => {
    const { owner, job } = await createSides();
    const sitters = await Promise.all(
      Array.from({ length: 20 }, () => createMember(db(), { role: 'pet_sitter' })),
    );
    await Promise.allSettled(
      sitters.map((one) => kindpal.callerFor(one).claim.create({ job_id: job })),
    );
    expect(await toldOf('jobs.claimed', [owner.id])).toEqual([owner.id]);
  });

  it('is written once for a reminder, whatever the number of nodes', async () => {
    const sides = await createUpcoming(1);
    await Promise.all(Array.from({ length: 20 }, () => writeReminders(kindpal.services)));
    expect(await toldOf('reminders.starts_soon', [sides.sitter.id])).toEqual([sides.sitter.id]);
  });
});

it.each<[NotificationType, SecurityEventKind[]]>([
  [
    'security.factor_changed',
    ['factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_made'],
  ],
  [
    'security.sign_in_changed',
    [
      'passkey_added',
      'passkey_removed',
      'identity_linked',
      'identity_unlinked',
      'phone_added',
      'phone_removed',
    ],
  ],
  ['security.recovery_code_used', ['recovery_code_used']],
])(
  '%s is in the bell for each of its events, as each has its own email [U6] [U13]',
  async (type, kinds) => {
    for (const kind of kinds) {
      const id = await noteFor(kind);
      expect(await toldOf(type, [id]), kind).toEqual([id]);
    }
  },
);

it('a review that is published after a block names neither of the two in the bell [S4]', async () => {
  const { owner, sitter } = await createSides();
  const ended = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: sitter.id });
  await kindpal.callerFor(owner).block.create({ member_id: sitter.id });
  await reviewEachOther(ended);
  for (const one of [owner, sitter]) {
    const { items } = await kindpal.callerFor(one).notification.list({ group: 'reviews' });
    expect(items.map(({ title }) => title)).toEqual(['A former member reviewed you']);
  }
});

it('a review that comes out after a block still names the blocker while a job runs between the two [S4] [S6]', async () => {
  const { owner, sitter, job } = await createSides();
  const ended = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: sitter.id });
  await kindpal.callerFor(sitter).claim.create({ job_id: job });
  await kindpal.callerFor(owner).block.create({ member_id: sitter.id });
  await reviewEachOther(ended);
  const titlesOf = async (one: TestMember) => {
    const { items } = await kindpal.callerFor(one).notification.list({ group: 'reviews' });
    return items.map(({ title }) => title);
  };
  expect(await titlesOf(owner)).toEqual(['A former member reviewed you']);
  const [title] = await titlesOf(sitter);
  expect(title).toMatch(/ reviewed you$/);
  expect(title).not.toContain('A former member');
});

it('a visit that is marked done again after a dispute says so, and so does the next dispute [J9]', async () => {
  const sides = await completeJob(await soon());
  await move(sides.owner, sides.job, 'dispute', 'The plants are dry');
  await move(sides.sitter, sides.job, 'complete');
  await move(sides.owner, sides.job, 'dispute', 'They are dry again');
  const titlesOf = async (who: TestMember) => {
    const { items } = await kindpal.callerFor(who).notification.list({});
    return items.map(({ title }) => title).reverse();
  };
  expect(await titlesOf(sides.owner)).toEqual([
    expect.stringContaining(' claimed '),
    expect.stringContaining(' started '),
    expect.stringMatching(/ is done: please confirm$/),
    expect.stringMatching(/ was marked done again: please confirm$/),
  ]);
  expect((await titlesOf(sides.sitter)).filter((title) => title.includes('done'))).toEqual([
    expect.stringMatching(/ is not done yet$/),
    expect.stringMatching(/ is still not done$/),
  ]);
});

it('an owner whose sitter canceled reads that the job has no sitter, not that nobody ever claimed it [J9]', async () => {
  const sides = await createSides({
    start_date: new Date('2027-03-14T15:00:00Z'),
    end_date: new Date('2027-03-14T16:00:00Z'),
  });
  await claim(sides);
  await move(sides.sitter, sides.job, 'release');
  kindpal.setNow(new Date('2027-03-13T23:00:00Z'));
  await writeReminders(kindpal.services);
  kindpal.setNow(new Date('2027-03-14T17:00:00Z'));
  await expireJobs(kindpal.services);
  kindpal.setNow(null);
  const { items } = await kindpal.callerFor(sides.owner).notification.list({});
  const texts = items.map(({ title, body }) => `${title}. ${body}`);
  expect(texts.filter((text) => /nobody/i.test(text))).toEqual([]);
  expect(texts).toContainEqual(expect.stringContaining(' has no sitter yet. It expires '));
  expect(texts).toContainEqual(
    expect.stringMatching(/ expired\. It had no sitter when it ended\.$/),
  );
});

it('a review that nobody answers with another one is announced once, when its 14 days are over [R9]', async () => {
  const owner = await createMember(db());
  const { sitter, claim_id } = await createEndedClaim(db(), { owner_id: owner.id });
  await kindpal.callerFor(owner).review.write({
    ...{ claim_id, rating: 5, text: 'Fine', would_repeat: true, facts: {}, staff_note: '' },
  });
  const received = () => toldOf('reviews.received', [owner.id, sitter.id]);
  await publishDueReviews(kindpal.services);
  expect(await received()).toEqual([]);
  kindpal.setNow(inHours(15 * 24));
  for (let n = 0; n < 2; n += 1) await publishDueReviews(kindpal.services);
  kindpal.setNow(null);
  expect(await received()).toEqual([sitter.id]);
});

describe('a report that staff have not opened yet', () => {
  const createCounter = async () => {
    const staff = await createMember(db(), { app_role: 'admin' });
    return {
      report: async () => (await toldOf('staff.report', [staff.id])).length,
      danger: async () => (await toldOf('staff.danger_report', [staff.id])).length,
    };
  };

  it('prevents notifications of later ones, except that each report of danger notifies staff [S4]', async () => {
    const count = await createCounter();
    await reportSomebody();
    await reportSomebody();
    expect(await count.report()).toBe(1);
    await reportSomebody('danger');
    await reportSomebody('danger');
    expect(await count.danger()).toBe(2);
    await reportSomebody();
    expect(await count.report()).toBe(1);
  });

  it('prevents none once a colleague has decided it [S4]', async () => {
    const count = await createCounter();
    await decideReport();
    expect(await count.report()).toBe(1);
    await reportSomebody();
    expect(await count.report()).toBe(2);
  });
});

/** The latest notification of a type, as the delivery of its email sees it. */
async function outgoingOf(member_id: string, type: NotificationType) {
  const { rows } = await db().pool.query<{ id: string }>(
    'SELECT id FROM notifications WHERE member_id = $1 AND type = $2 ORDER BY created_at DESC',
    [member_id, type],
  );
  return (await findOutgoing(kindpal.services, 'push', rows[0]?.id ?? ''))[0];
}

it('a new job is not emailed to sitters any more while its owner is suspended [J2]', async () => {
  const { owner, member = '' } = await HAPPENINGS['new_jobs.fits']();
  const isHidden = async () => (await outgoingOf(member, 'new_jobs.fits'))?.is_hidden;
  expect(await isHidden()).toBe(false);
  await suspend(owner as TestMember);
  expect(await isHidden()).toBe(true);
});

it('a new job is not emailed to sitters while it is offered to another first [J2] [J5]', async () => {
  const { owner, member = '' } = await HAPPENINGS['new_jobs.fits']();
  const isHidden = async () => (await outgoingOf(member, 'new_jobs.fits'))?.is_hidden;
  const offerTo = (sitter: string) =>
    db().pool.query(
      `WITH moved AS (UPDATE jobs SET reserved_until = now() + interval '1 day'
         WHERE owner_id = $1 RETURNING id)
       INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
       SELECT id, $2, 'asked', date_trunc('day', now()) + interval '2 days' FROM moved`,
      [(owner as TestMember).id, sitter],
    );
  await offerTo((await createMember(db(), { role: 'pet_sitter' })).id);
  expect(await isHidden()).toBe(true);
  await offerTo(member);
  expect(await isHidden()).toBe(false);
});

it('what nobody caused is not emailed after a block between owner and sitter either [S4] [S6]', async () => {
  const { owner, sitter } = await createEndedClaim(db(), { ended: { ended_at: inHours(-25) } });
  await writeReminders(kindpal.services);
  const areBlocked = async () =>
    Promise.all(
      [owner, sitter].map(async ({ id }) => (await outgoingOf(id, 'reviews.please'))?.is_blocked),
    );
  expect(await areBlocked()).toEqual([false, false]);
  await db().pool.query('INSERT INTO member_blocks VALUES ($1, $2)', [owner.id, sitter.id]);
  expect(await areBlocked()).toEqual([true, true]);
});

describe('a task of staff', () => {
  /** Whether a task still waits for `staff`. */
  const waitsFor = async ({ id }: TestMember, type: NotificationType) =>
    (await outgoingOf(id, type))?.awaits_staff ?? false;

  it.each<[NotificationType, () => Promise<() => Promise<unknown>>]>([
    [
      'staff.report',
      async () => {
        const { id } = await reportSomebody();
        return () => kindpal.callerFor(admin).report.take({ id });
      },
    ],
    [
      'staff.danger_report',
      async () => {
        const { id, reporter } = await reportSomebody('danger');
        return () => kindpal.callerFor(reporter).report.withdraw({ id });
      },
    ],
    [
      'staff.appeal',
      async () => {
        const { id } = await appealDecision();
        const other = await createMember(db(), { app_role: 'admin' });
        const answer = { id, decision: 'upheld' as const, answer: 'It was not' };
        return () => kindpal.callerFor(other).moderation.decideAppeal(answer);
      },
    ],
    [
      'staff.identity_request',
      async () => {
        const asker = await createMember(db());
        const { id } = await kindpal.callerFor(asker).identity.request();
        return () => kindpal.callerFor(asker).identity.withdraw({ id });
      },
    ],
    [
      'staff.identity_checked',
      async () => {
        const { id } = await recordCheck();
        const other = await createMember(db(), { app_role: 'admin' });
        return () => kindpal.callerFor(other).identity.decide({ id, step: 'confirm' });
      },
    ],
    [
      'staff.reading_asked',
      async () => {
        const { reading } = await askToRead();
        const other = await createMember(db(), { app_role: 'admin' });
        return () => kindpal.callerFor(other).reading.decide({ id: reading, allow: false });
      },
    ],
  ])('%s is not emailed any more once it is done [S4]', async (type, create) => {
    const staff = await createMember(db(), { app_role: 'admin' });
    const finish = await create();
    expect(await waitsFor(staff, type)).toBe(true);
    await finish();
    expect(await waitsFor(staff, type)).toBe(false);
  });

  it('about a member of staff is announced only to colleagues who may decide about them [S4]', async () => {
    const [chief, other] = [
      await createMember(db(), { app_role: 'super_admin' }),
      await createMember(db(), { app_role: 'super_admin' }),
    ];
    const banned = await createMember(db(), { app_role: 'admin' });
    const { id } = await kindpal
      .callerFor(chief)
      .moderation.suspend({ member_id: banned.id, ends_at: null, reason: 'Read chats for fun' });
    await db().pool.query(
      `UPDATE moderation_decisions SET appeal = 'I did not', appealed_at = now() WHERE id = $1`,
      [id],
    );
    const { rows } = await db().pool.query(
      `SELECT member_id FROM notifications WHERE type = 'staff.appeal' AND event_key = $1`,
      [id],
    );
    const told = rows.map(({ member_id }) => member_id);
    expect(told).toContain(other.id);
    for (const one of [chief, banned, admin]) expect(told).not.toContain(one.id);
  });
});

describe('the evening before a job', () => {
  it.each([
    ['Pacific/Auckland', '2027-03-13T05:00:00Z'],
    ['Europe/Paris', '2027-03-13T17:00:00Z'],
    ['America/New_York', '2027-03-13T23:00:00Z'],
  ])('sends the reminder at 18:00 in the time zone %s', async (time_zone, evening) => {
    const noon = new Date(new Date(evening).getTime() + 18 * HOUR);
    const sides = await createSides({
      time_zone,
      start_date: noon,
      end_date: new Date(noon.getTime() + HOUR),
    });
    await claim(sides);
    const both = [sides.owner.id, sides.sitter.id].sort();
    kindpal.setNow(new Date(new Date(evening).getTime() - 60_000));
    await writeReminders(kindpal.services);
    expect(await toldOf('reminders.starts_tomorrow', both)).toEqual([]);
    kindpal.setNow(new Date(evening));
    await writeReminders(kindpal.services);
    kindpal.setNow(null);
    expect(await toldOf('reminders.starts_tomorrow', both)).toEqual(both);
  });

  it('sends all other reminders if one job has a time zone unknown to the database', async () => {
    const sides = await createUpcoming(1);
    await createUpcoming(1);
    await db().pool.query(`UPDATE jobs SET time_zone = 'Mars/Olympus' WHERE id = $1`, [sides.job]);
    await writeReminders(kindpal.services);
    expect(await toldOf('reminders.starts_soon', [sides.sitter.id])).toHaveLength(1);
  });
});

describe('a thread that is not read for ten minutes [P7]', () => {
  it('causes one notification for any number of messages, and the next one only after it was read', async () => {
    const sides = await createSides();
    await claim(sides);
    for (let n = 0; n < 5; n += 1) await say(sides.sitter, { job_id: sides.job });
    await waitForRecipients(9);
    expect(await toldOf('messages.job', [sides.owner.id])).toEqual([]);
    await waitForRecipients();
    await say(sides.sitter, { job_id: sides.job });
    await waitForRecipients(12);
    expect(await toldOf('messages.job', [sides.owner.id])).toHaveLength(1);
    await kindpal.callerFor(sides.owner).chat.markRead({ job_id: sides.job });
    const { rows } = await db().pool.query(
      `SELECT read_at IS NOT NULL AS is_read FROM notifications
       WHERE member_id = $1 AND type = 'messages.job'`,
      [sides.owner.id],
    );
    expect(rows).toEqual([{ is_read: true }]);
    await say(sides.sitter, { job_id: sides.job });
    await waitForRecipients(24);
    expect(await toldOf('messages.job', [sides.owner.id])).toHaveLength(2);
  });

  it('causes none if its sender was suspended or blocked within these minutes', async () => {
    const owner = await createMember(db());
    const [spammer, other] = [await createMember(db()), await createMember(db())];
    await talk(spammer, owner);
    await talk(other, owner);
    await db().pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [spammer.id]);
    await kindpal.callerFor(owner).block.create({ member_id: other.id });
    await waitForRecipients();
    expect(await toldOf('messages.direct', [owner.id])).toEqual([]);
    expect(await toldOf('messages.request', [owner.id])).toEqual([]);
  });

  it('announces a message request once, even if its sender writes more and the recipient opens it [M3]', async () => {
    const { owner, sitter } = await createSides();
    for (const minutes of [11, 12, 13]) {
      await talk(sitter, owner);
      await waitForRecipients(minutes);
      await kindpal.callerFor(owner).chat.markDirectRead({ member_id: sitter.id } as never);
    }
    expect(await toldOf('messages.request', [owner.id])).toHaveLength(1);
    expect(await toldOf('messages.direct', [owner.id])).toEqual([]);
  });

  it('causes none for a request that was declined within these minutes [M3]', async () => {
    const { owner, sitter } = await createSides();
    await talk(sitter, owner);
    const { conversation_id } = await kindpal
      .callerFor(owner)
      .chat.listDirectMessages({ member_id: sitter.id } as never);
    await kindpal
      .callerFor(owner)
      .chat.declineRequest({ conversation_id: conversation_id as string });
    await talk(sitter, owner);
    await waitForRecipients(48);
    expect(await toldOf('messages.request', [owner.id])).toEqual([]);
  });

  it('causes none for messages that were read in time', async () => {
    const { owner, sitter } = await createSides();
    await talk(sitter, owner);
    await kindpal.callerFor(owner).chat.markDirectRead({ member_id: sitter.id } as never);
    await waitForRecipients(36);
    expect(await toldOf('messages.request', [owner.id])).toEqual([]);
  });

  it('writes no row when a message is sent', async () => {
    const { owner, sitter } = await createSides();
    const count = async () =>
      (await db().pool.query('SELECT count(*)::int AS n FROM notifications')).rows[0].n;
    const before = await count();
    for (let n = 0; n < 3; n += 1) await talk(sitter, owner);
    expect(await count()).toBe(before);
  });
});
