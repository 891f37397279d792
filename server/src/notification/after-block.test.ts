import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { startPushService } from '../testing/outside/push-service.ts';
import { type SmtpSink, startSmtpSink } from '../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { getPushKeys } from './push/push-keys.ts';
import { notifyByClock } from './queue/queue-mails.ts';

let kindpal: TestKindpal;
let sink: SmtpSink;
let pushes: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
  pushes = await startPushService(async () => (await getPushKeys(kindpal.services)).publicKey);
});
afterAll(async () => {
  await pushes.close();
  await kindpal.stop();
  await sink.close();
});

const db = () => kindpal.services.db;
const as = (who: TestMember) => kindpal.callerFor(who);

/** What a notification is about; null where its type has none. */
type About = { job?: { id: string }; claim?: string; key?: string };

/** An offer of an open job to this sitter, for three hours. */
const offer =
  (kind: string) =>
  async (other: TestMember, recipient: TestMember): Promise<About> => {
    const job = await createJob(db(), { owner_id: other.id });
    const { rows } = await db().pool.query<{ key: string }>(
      `WITH moved AS (UPDATE jobs SET reserved_until = now() + interval '3 hours' WHERE id = $1)
     INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
     VALUES ($1, $2, $3, now() + interval '3 hours')
     RETURNING job_id || '@' || extract(epoch FROM until_at)::bigint AS key`,
      [job.id, recipient.id, kind],
    );
    return { job, key: rows[0]?.key ?? '' };
  };

const open = async (other: TestMember): Promise<About> => ({
  job: await createJob(db(), { owner_id: other.id }),
});

async function done(other: TestMember, recipient: TestMember): Promise<About> {
  const { job_id, claim_id } = await createEndedClaim(db(), {
    ...{ owner_id: other.id, sitter_id: recipient.id },
  });
  return { job: { id: job_id }, claim: claim_id };
}

async function claimed(other: TestMember, recipient: TestMember): Promise<About> {
  const job = await createJob(db(), { owner_id: other.id });
  const { claim } = await createClaim(db(), { job, sitter_id: recipient.id });
  return { job, claim: claim.id };
}

/** The types that a block between the two members drops, each with the subject that it needs. */
const DROPPED: Partial<
  Record<NotificationType, (other: TestMember, recipient: TestMember) => Promise<About>>
> = {
  'jobs.asked': offer('asked'),
  'jobs.your_turn': offer('standby'),
  'messages.direct': async () => ({}),
  'messages.request': async () => ({}),
  'messages.job': done,
  'new_jobs.fits': open,
  'reviews.received': done,
  'reviews.please': done,
  'invites.used': async () => ({}),
};
const types = Object.keys(DROPPED) as NotificationType[];

/**
 * Queues a notification as quiet hours or a digest would, runs `before`, and returns what is sent
 * afterwards.
 */
async function leavingOf(
  type: NotificationType,
  arrange: (other: TestMember, recipient: TestMember) => Promise<About>,
  before: (other: TestMember, recipient: TestMember) => Promise<unknown>,
) {
  const other = await createMember(db(), { role: 'both', first_name: 'Olive' });
  const recipient = await createMember(db(), { role: 'both' });
  await as(recipient).notification.updateSettings({ quiet_hours: null });
  const browser = pushes.openBrowser();
  await as(recipient).notification.startPush(browser.subscription);
  const { job = null, claim = null, key = 'once' } = await arrange(other, recipient);
  await db().pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id, job_title,
       mail_due_at, push_due_at)
     VALUES ($1, $2, $3, $1, $4, $5, $6, 'A walk for Biscuit', $7, $7)`,
    [recipient.id, type, key, job?.id ?? null, claim, other.id, kindpal.services.clock.now()],
  );
  await before(other, recipient);
  await notifyByClock(kindpal.services);
  await runDueTasks(kindpal.services);
  const mails = sink.accepted.filter((text) => text.includes(`To: ${recipient.email}`));
  const { rows } = await db().pool.query(
    'SELECT mail_reason AS reason FROM notifications WHERE member_id = $1 AND type = $2',
    [recipient.id, type],
  );
  return { mails: mails.length, pushes: browser.shown.length, reason: rows[0].reason };
}

const SENT = { mails: 1, pushes: 1, reason: null };
// Staff read the reason, so it must not reveal the block.
const NOT_SENT = { mails: 0, pushes: 0, reason: 'no_longer_true' };
const block = (who: TestMember, whom: TestMember) => as(who).block.create({ member_id: whom.id });
const nothing = async () => undefined;

describe.each(types)(
  'a queued notification %s, whose recipient or subject then blocks the other',
  (type) => {
    const arrange = DROPPED[type] as NonNullable<(typeof DROPPED)[typeof type]>;

    it('is sent neither by email nor to a device, but is sent without the block [S4]', async () => {
      expect(await leavingOf(type, arrange, nothing)).toEqual(SENT);
      const byRecipient = (other: TestMember, recipient: TestMember) => block(recipient, other);
      expect(await leavingOf(type, arrange, byRecipient)).toEqual(NOT_SENT);
      expect(await leavingOf(type, arrange, block)).toEqual(NOT_SENT);
    });
  },
);

it.each(['jobs.claimed', 'messages.job', 'jobs.edited'] as const)(
  '%s is still sent after a block while the two members share a claim [S4]',
  async (type) => {
    expect(await leavingOf(type, claimed, block)).toEqual(SENT);
  },
);

it('every type that a block drops is in the list of this test [S4]', () => {
  const dropped = (Object.keys(NOTIFICATION_TYPES) as NotificationType[]).filter((type) => {
    const { afterBlock, recipients, email } = definitionOf(type);
    const isAboutSelf = recipients === 'member' && type !== 'invites.used';
    return afterBlock !== 'sent' && !isAboutSelf && email === 'by_preference';
  });
  expect(dropped.sort()).toEqual([...types].sort());
});
