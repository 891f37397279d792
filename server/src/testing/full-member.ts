import { randomUUID } from 'node:crypto';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { publishDueReviews } from '../review/publish-due-reviews.ts';
import type { Services } from '../services.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from './factories.ts';
import { MAPLEWOOD } from './sample-places.ts';
import { joinKindpal, PASSWORD, readMailbox, type TestBrowser } from './test-browser.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** The member of the rows, who they dealt with, and the address of their picture. */
type Cast = { services: Services; browser: TestBrowser; id: string; email: string; url: string };
type Dealings = Cast & { otherId: string };

const query = ({ db }: Services, text: string, values: unknown[]) => db.pool.query(text, values);

/**
 * A member with a row in every table, recognizable by `zebulon`, `quimby` or the phone number,
 * and the other member they dealt with.
 */
export async function createFullMember(services: Services) {
  const email = `zebulon-${randomUUID()}@example.org`;
  const data = { full_name: 'Zebulon Quimby', role: 'both' as const };
  const { browser, id } = await joinKindpal(services, { email, data });
  browser.userAgent = 'Zebulon browser';
  const other = await createMember(services.db, { role: 'both', services: ['pet_sitting'] });
  const path = `profile-images/${id}/zebulon.webp`;
  await services.images.put(path, Buffer.from('picture of Zebulon'));
  await query(services, 'INSERT INTO files (path, owner_id, bytes) VALUES ($1, $2, 18)', [
    path,
    id,
  ]);
  const cast = { services, browser, id, email, url: publicImageUrl(path), otherId: other.id };
  await fillProfile(cast);
  const job = await fillJobs(cast);
  await fillReviews(cast);
  await fillConversations(cast);
  await fillDesk(cast);
  await fillModeration(cast);
  await fillAccount(cast);
  await fillFactors(cast);
  return { browser, id, email, other, job, path };
}

async function fillProfile({ services, id, url }: Cast): Promise<void> {
  await query(
    services,
    `UPDATE auth."user" SET phone = '+15550199222', phone_confirmed_at = now() WHERE id = $1`,
    [id],
  );
  await query(
    services,
    `UPDATE users SET username = 'zebulon', bio = 'Zebulon likes cats', address = 'Quimby Lane 7',
       place_id = $2, location = $3, phone = '+1 555 0199 222', profile_image_url = $4,
       payment_links = '{"main":{"service":"PayPal","url":"https://paypal.me/zebulon","username":"zebulon"}}',
       cash_app_handle = '$zebulon', social_links = '{"instagram":"zebulon"}',
       availability_data = '{"note":"zebulon"}', record_note = 'Zebulon was ill', services = '{pet_sitting}' WHERE id = $1`,
    [id, MAPLEWOOD.place_id, MAPLEWOOD.location, url],
  );
  await query(
    services,
    `INSERT INTO pet_profiles (owner_id, name, breed, medical_conditions, emergency_contact,
       profile_image_url) VALUES ($1, 'Zebulon junior', 'Tabby', 'Quimby disease', 'Dr. Quimby', $2)`,
    [id, url],
  );
  await query(
    services,
    `INSERT INTO identity_checks (member_id, status, ended_at, reason)
     VALUES ($1, 'refused', now(), 'Zebulon is not the name in the document')`,
    [id],
  );
  await query(
    services,
    `INSERT INTO home_access (owner_id, sealed, key_id, parts)
     VALUES ($1, 'Zebulon’s door', 'key', '{}')`,
    [id],
  );
  await query(
    services,
    `INSERT INTO form_drafts (user_id, form_type, form_data)
     VALUES ($1, 'pet_onboarding', '{"name":"Zebulon"}')`,
    [id],
  );
}

/** A claimed job with its chat, and a canceled one. */
async function fillJobs({ services, id, url, otherId }: Dealings): Promise<string> {
  const job = await createJob(services.db, {
    owner_id: id,
    title: 'Feed Zebulon junior',
    description: 'In the house of Quimby',
    ...MAPLEWOOD,
    address: 'Quimby Lane 7',
    special_instructions: 'Key at Quimby’s',
    pet_name: 'Zebulon junior',
    pet_breed: 'Quimby cat',
    pet_image_url: url,
    start_date: inDays(20),
    end_date: inDays(21),
  });
  const { claim } = await createClaim(services.db, { job, sitter_id: otherId });
  const canceled = await createJob(services.db, {
    owner_id: id,
    status: 'cancelled',
    cancel_reason: 'Zebulon is ill',
  });
  await query(
    services,
    `INSERT INTO job_events (job_id, action, actor_role, actor_id, reason)
     VALUES ($1, 'cancel', 'owner', $2, 'Zebulon is ill')`,
    [canceled.id, id],
  );
  await query(
    services,
    `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
     VALUES ($1, $2, $3, gen_random_uuid(), 'Zebulon writes')`,
    [job.id, claim.id, id],
  );
  await query(
    services,
    'INSERT INTO thread_reads (claim_id, member_id, last_seq) VALUES ($1, $2, 1)',
    [claim.id, id],
  );
  await query(
    services,
    `INSERT INTO job_access (job_id, sealed, key_id, parts)
     VALUES ($1, 'Zebulon’s door', 'key', '{}')`,
    [job.id],
  );
  const offered = await createJob(services.db, { owner_id: otherId });
  await query(
    services,
    `INSERT INTO job_offers (job_id, sitter_id, kind) VALUES ($1, $2, 'standby')`,
    [offered.id, id],
  );
  return job.id;
}

/** Reviews by both sides of a job, and data views. */
async function fillReviews({ services, id, otherId }: Dealings): Promise<void> {
  const ended = await createEndedClaim(services.db, { owner_id: otherId, sitter_id: id });
  await query(
    services,
    `UPDATE job_claims SET ended_by = $2, end_note = 'Zebulon was here' WHERE id = $1`,
    [ended.claim_id, id],
  );
  await query(
    services,
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, publish_at, rating,
       would_repeat, text, staff_note)
     VALUES ($1, 'sitter', $2, $3, 'completed', now(), 4, true, 'Zebulon says good', 'Quimby'),
            ($1, 'owner', $3, $2, 'completed', now(), 5, true, 'A fine sitter', '')`,
    [ended.claim_id, id, otherId],
  );
  await publishDueReviews(services);
  await query(
    services,
    `UPDATE reviews SET reply = 'Zebulon thanks', replied_at = now() WHERE reviewee_id = $1`,
    [id],
  );
  await query(
    services,
    `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
     VALUES ($1, $2, 'sitter', 'address', now()), ($2, $1, 'sitter', 'address', now())`,
    [id, otherId],
  );
}

/**
 * The member is first in one conversation and second in another; one of these members is blocked.
 */
async function fillConversations({ services, id, otherId }: Dealings): Promise<void> {
  const neighbors = ['00000000-0000-4000-8000', 'ffffffff-ffff-4fff-bfff'].map(
    (start) => `${start}-${id.slice(-12)}`,
  );
  for (const neighbor of neighbors) {
    const address = `${neighbor}@example.org`;
    await query(services, `INSERT INTO auth."user" (id, name, email) VALUES ($1, 'Neighbor', $2)`, [
      neighbor,
      address,
    ]);
    await query(
      services,
      `INSERT INTO users (id, first_name, role, active_role) VALUES ($1, 'Neighbor', 'both', 'pet_owner')`,
      [neighbor],
    );
    await query(
      services,
      'INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2), ($2, $1)',
      [id, neighbor],
    );
  }
  for (const partner of [...neighbors, otherId]) {
    await query(
      services,
      'INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2), ($2, $1)',
      [id, partner],
    );
    const pair = [{ id }, { id: partner }] as TestMember[];
    const conversation = await createConversation(services.db, pair as [TestMember, TestMember]);
    await query(
      services,
      `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
       VALUES ($1, $2, gen_random_uuid(), 'Zebulon says hello')`,
      [conversation, id],
    );
    await query(
      services,
      'INSERT INTO conversation_reads (conversation_id, member_id, last_seq) VALUES ($1, $2, 1)',
      [conversation, id],
    );
  }
}

/** Feedback, invites, and other places that contain the address. */
async function fillDesk({ services, browser, id, email, otherId }: Dealings): Promise<void> {
  await browser.send((api) => api.feedback.send({ message: 'Zebulon asks for help' }));
  await browser.send((api) => api.invite.requestMore({ message: 'For a Quimby' }));
  await query(
    services,
    `INSERT INTO invites (code, created_by, used_by, used_at, is_active, kind, grant_reason)
     VALUES ($1, $3, NULL, NULL, true, 'granted', 'Quimby'), ($2, $3, $4, now(), false, 'granted', 'Quimby')`,
    [randomUUID(), randomUUID(), id, otherId],
  );
  await query(services, 'INSERT INTO newsletter_subscriptions (email) VALUES ($1)', [email]);
  await query(
    services,
    `INSERT INTO waitlist_entries (email, full_name) VALUES ($1, 'Zebulon Quimby')`,
    [email],
  );
  await browser.send((api) => api.notification.sendTest());
  await browser.send((api) => api.notification.updateSettings({ pause_days: 1 }));
}

/** Decisions about the member, one of which expires, and reports by them and the other member. */
async function fillModeration({ services, id, url, otherId }: Dealings): Promise<void> {
  await query(
    services,
    `INSERT INTO moderation_decisions (member_id, kind, subject_type, subject_id, kept, reason, note,
       appeal, appealed_at, appeal_decision, appeal_answer, appeal_decided_at)
     VALUES ($1, 'remove', 'profile', $1, 'Zebulon likes dogs', 'Zebulon was rude', 'Quimby again',
       'Zebulon was not', now(), 'upheld', 'Zebulon was', now())`,
    [id],
  );
  await query(
    services,
    `INSERT INTO moderation_decisions (member_id, kind, reason, ended_at, ended_as, ends_at, appeal, appealed_at)
     VALUES ($1, 'suspend', 'Quimby called names', now(), 'expired', now(), NULL, NULL),
            ($1, 'warn', 'Quimby called names', NULL, NULL, NULL, 'Zebulon appeals', now())`,
    [id],
  );
  const said = (of: string, content: string) => ({
    ...{ id: randomUUID(), sender_id: of, sender_name: of === id ? 'Zebulon Quimby' : 'Other' },
    ...{ content, created_at: new Date().toISOString() },
  });
  const messages = [said(id, 'Zebulon writes'), said(otherId, 'Stop that')];
  const report = (of: string, by: string, more: [string, string, object]) =>
    query(
      services,
      `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
       VALUES ($1, $2, $3, gen_random_uuid(), 'harassment', $4, $5)`,
      [by, of, ...more],
    );
  const profile = { title: 'Zebulon Quimby', text: 'Zebulon likes cats', picture: url };
  await report(id, otherId, ['profile', 'Is this allowed?', profile]);
  await report(id, otherId, ['message', 'They call me names', { title: 'Feed Zebulon', messages }]);
  await report(otherId, id, ['conversation', 'Zebulon is hurt', { title: 'Zebulon', messages }]);
  await query(
    services,
    `INSERT INTO hearings (report_id, side, member_id, question, answer, answered_at)
     SELECT id, CASE asked WHEN $1 THEN 'member' ELSE 'reporter' END, asked, 'Did Zebulon call?',
       CASE asked WHEN $1 THEN 'Zebulon never did' ELSE 'Several times' END, now()
     FROM reports, unnest(ARRAY[$1, $2]::uuid[]) asked
     WHERE reports.member_id = $1 AND subject_type = 'message'`,
    [id, otherId],
  );
  await query(
    services,
    `INSERT INTO chat_readings (report_id, conversation_id, reason)
     SELECT report.id, talk.id, 'Zebulon is said to threaten' FROM reports report, conversations talk
     WHERE report.member_id = $1 AND report.subject_type = 'message'
       AND $1 IN (talk.participant_1, talk.participant_2) LIMIT 1`,
    [id],
  );
  await query(
    services,
    `INSERT INTO chat_readings (report_id, conversation_id, reason, decided_at, ends_at)
     SELECT report_id, conversation_id, 'Zebulon was rude', now(), now() + interval '1 day' FROM chat_readings`,
    [],
  );
  await query(
    services,
    `INSERT INTO guideline_consents (member_id, version) VALUES ($1, 'zebulon')`,
    [id],
  );
}

/**
 * A half-enrolled authenticator app, recovery codes, a trusted device, a passkey and an outside
 * identity.
 */
async function fillFactors({ services, browser, id }: Cast): Promise<void> {
  const factor = { factor_type: 'totp' as const, friendly_name: 'Phone of Zebulon' };
  await browser.send((api) => api.factor.enroll(factor));
  await query(services, `INSERT INTO auth.recovery_code (user_id, code_hash) VALUES ($1, $2)`, [
    id,
    Buffer.from('code'),
  ]);
  await query(
    services,
    `INSERT INTO auth.trusted_device (user_id, token_hash, expires_at)
     VALUES ($1, $2, now() + interval '30 days')`,
    [id, Buffer.from(id)],
  );
  await query(
    services,
    `INSERT INTO auth.passkey (user_id, friendly_name, credential_id, public_key, counter)
     VALUES ($1, 'Laptop of Zebulon', 'credential-of-zebulon', 'key', 0)`,
    [id],
  );
  await query(
    services,
    `INSERT INTO auth.account (user_id, provider_id, issuer, account_id, email)
     VALUES ($1, 'work', 'https://id.example', 'sub-of-zebulon', 'zebulon@work.example')`,
    [id],
  );
  await query(
    services,
    `INSERT INTO auth.sso_flow (purpose, provider_id, challenge, session_id, sealed, expires_at)
     SELECT 'link', 'work', 'challenge-of-zebulon', id, 'sealed', now() + interval '9 minutes'
     FROM auth.session WHERE user_id = $1 LIMIT 1`,
    [id],
  );
}

/** Codes, links, a pending address, and a data export. */
async function fillAccount({ services, browser, id, email }: Cast): Promise<void> {
  await browser.send((api) => api.account.reauthenticate());
  await browser.send((api) => api.account.recover({ email }));
  const change = { email: `new-${email}`, current_password: PASSWORD };
  await browser.send((api) => api.account.updateUser(change));
  await query(
    services,
    `INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
     VALUES (gen_random_uuid(), 'email', 'reset_password', $1, 'sent', now())`,
    [id],
  );
  await query(
    services,
    `INSERT INTO push_subscriptions (member_id, session_id, endpoint, p256dh, auth)
     SELECT user_id, id, 'https://push.example.org/zebulon', 'key', 'auth'
     FROM auth.session WHERE user_id = $1`,
    [id],
  );
  await query(
    services,
    `WITH calendar AS (INSERT INTO busy_calendars (member_id, sealed_url, due_at)
       VALUES ($1, 'sealed', now() + interval '4 hours') RETURNING member_id)
     INSERT INTO busy_times (member_id, start_date, end_date)
     SELECT member_id, now() + interval '1 day', now() + interval '2 days' FROM calendar`,
    [id],
  );
  await query(
    services,
    'INSERT INTO auth.data_archive (user_id, id, asked_at) VALUES ($1, gen_random_uuid(), now())',
    [id],
  );
  await readMailbox(services, email);
}
