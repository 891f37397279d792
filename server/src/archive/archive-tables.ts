import { hasToConfirmIn } from '../account/sign-up/has-to-confirm.ts';
import { isGoneFor } from '../block/policy.ts';
import { STAFF_VIEWER } from '../privacy/policy.ts';
import { PARTICIPANTS, READERS } from '../reading/policy.ts';

const isGone = (member: string) => isGoneFor(member, '$1');
/** The id of a member, null for one who is gone. */
const idOf = (member: string) => `CASE WHEN NOT ${isGone(member)} THEN ${member} END`;

/**
 * Until an account has confirmed its address, what belongs to the address may be somebody else's:
 * a subscription, emails to it, and where a sign-in with it failed. [U1]
 */
const HAS_TO_CONFIRM = `EXISTS (SELECT FROM auth."user" account
  WHERE account.id = $1 AND ${hasToConfirmIn('account')})`;
const fromWhere = (column: string) =>
  `CASE WHEN NOT (kind = 'sign_in_failed' AND ${HAS_TO_CONFIRM}) THEN ${column} END AS ${column}`;

const rowsOf = (text: string) => `SELECT to_jsonb(part) AS row FROM (${text}) part`;

/**
 * The contents of a member's data export: one JSON file per query, with the field names of the
 * API. `$1` is the member. Ids of others stay, unless they are gone; their texts, names and
 * addresses are left out, and so are home access codes, which do not belong in a file. [X1]
 */
export const ARCHIVE_TABLES: Record<string, string> = {
  account: rowsOf(`SELECT id, email, email_verified, phone, phone_confirmed_at, created_at
    FROM auth."user" WHERE id = $1`),
  profile: `SELECT to_jsonb(u) - '{profile_image_path,suspended_at,erased_at,is_presentable}'::text[] AS row
    FROM users u WHERE id = $1`,
  terms_accepted: rowsOf(`SELECT version, accepted_at FROM auth.terms_consent WHERE user_id = $1`),
  devices: rowsOf(`SELECT id, user_agent, ip_address, created_at, updated_at AS last_used_at
    FROM auth.session WHERE user_id = $1 ORDER BY created_at`),
  security_events: rowsOf(`SELECT id, kind, detail, times, ${fromWhere('user_agent')},
      ${fromWhere('ip_address')}, created_at
    FROM auth.security_event WHERE user_id = $1 ORDER BY created_at`),
  second_factors:
    rowsOf(`SELECT id, friendly_name, factor_type, phone, status, created_at, last_used_at
    FROM auth.factor WHERE user_id = $1 ORDER BY created_at`),
  passkeys: rowsOf(`SELECT id, friendly_name, created_at, last_used_at
    FROM auth.passkey WHERE user_id = $1 ORDER BY created_at, id`),
  identities: rowsOf(`SELECT id, provider_id AS provider, issuer, account_id AS sub, email,
      created_at, last_used_at
    FROM auth.account WHERE user_id = $1 AND issuer IS NOT NULL ORDER BY created_at, id`),
  recovery_codes: rowsOf(`SELECT id, created_at, used_at
    FROM auth.recovery_code WHERE user_id = $1 ORDER BY created_at, id`),
  trusted_devices: rowsOf(`SELECT id, created_at, expires_at
    FROM auth.trusted_device WHERE user_id = $1 ORDER BY created_at`),
  pet_profiles: `SELECT to_jsonb(p) - '{client_id,profile_image_path}'::text[] AS row
    FROM pet_profiles p WHERE owner_id = $1 ORDER BY created_at`,
  jobs: `SELECT to_jsonb(j) - '{client_id,sent_hash,pet_image_path}'::text[] AS row
    FROM jobs j WHERE owner_id = $1 ORDER BY created_at`,
  job_claims: `SELECT to_jsonb(c) - '{end_note,ended_by}'::text[] || jsonb_build_object(
        'end_note', CASE WHEN ended_by = $1 THEN end_note END,
        'ended_by', CASE ended_by WHEN $1 THEN 'sitter' WHEN job.owner_id THEN 'owner'
          ELSE CASE WHEN ended_by IS NOT NULL THEN 'staff' END END) AS row
    FROM job_claims c JOIN jobs job ON job.id = c.job_id WHERE sitter_id = $1 ORDER BY claimed_at`,
  job_offers: rowsOf(`SELECT job_id, kind, created_at, until_at, passed_at FROM job_offers
    WHERE sitter_id = $1 ORDER BY created_at`),
  job_events: rowsOf(`SELECT id, job_id, claim_id, action, reason, created_at
    FROM job_events WHERE actor_id = $1 ORDER BY created_at`),
  messages: rowsOf(`SELECT id, job_id, claim_id, content, created_at
    FROM messages WHERE sender_id = $1 ORDER BY seq`),
  conversation_messages: rowsOf(`SELECT id, conversation_id, content, created_at
    FROM conversation_messages WHERE sender_id = $1 ORDER BY seq`),
  reviews_written:
    rowsOf(`SELECT id, claim_id, ${idOf('reviewee_id')} AS reviewee_id, side, occasion, rating,
      text, would_repeat, facts, staff_note, created_at, published_at
    FROM reviews WHERE reviewer_id = $1 ORDER BY created_at`),
  reviews_received: rowsOf(`SELECT id, claim_id, side, occasion, rating, text, would_repeat, facts,
      published_at, reply
    FROM published_reviews WHERE reviewee_id = $1 ORDER BY published_at`),
  form_drafts: rowsOf(
    `SELECT form_type, form_data, updated_at FROM form_drafts WHERE user_id = $1`,
  ),
  feedback:
    rowsOf(`SELECT id, message, job_id, topic, page_url, user_agent, wants_follow_up, status,
      admin_response, responded_at, created_at
    FROM feedback WHERE user_id = $1 ORDER BY created_at`),
  invites: rowsOf(`SELECT id, CASE WHEN kind <> 'mailed' THEN code END AS code, kind, is_active,
      used_at, created_at
    FROM invites WHERE created_by = $1 ORDER BY created_at`),
  invite_requests: rowsOf(`SELECT id, message, status, created_at, decided_at, decision_reason
    FROM invite_requests WHERE user_id = $1 ORDER BY created_at`),
  member_favorites: rowsOf(`SELECT favorite_id, created_at FROM member_favorites
    WHERE member_id = $1 AND NOT ${isGone('favorite_id')}
    ORDER BY created_at`),
  member_blocks: rowsOf(`SELECT blocked_id, created_at FROM member_blocks WHERE blocker_id = $1`),
  notifications: rowsOf(`SELECT n.id, n.type, n.job_id,
      CASE WHEN job.owner_id = $1 THEN n.job_title END AS job_title, n.created_at, n.read_at
    FROM notifications n LEFT JOIN jobs job ON job.id = n.job_id
    WHERE n.member_id = $1 ORDER BY n.created_at`),
  deliveries: rowsOf(`SELECT channel, type, state, created_at FROM deliveries
    WHERE member_id = $1 AND (channel <> 'email' OR NOT ${HAS_TO_CONFIRM}) ORDER BY created_at`),
  notification_settings: `SELECT to_jsonb(s) - 'link_id' AS row FROM notification_settings s
    WHERE member_id = $1`,
  push_subscriptions: rowsOf(`SELECT id, session_id AS device_id, created_at FROM push_subscriptions
    WHERE member_id = $1 ORDER BY created_at`),
  busy_calendars: rowsOf(`SELECT read_at, problem FROM busy_calendars WHERE member_id = $1`),
  busy_times: rowsOf(`SELECT start_date, end_date FROM busy_times WHERE member_id = $1
    ORDER BY start_date`),
  newsletter_subscriptions: rowsOf(`SELECT n.email, n.created_at, n.confirmed_at, n.unsubscribed_at
    FROM newsletter_subscriptions n JOIN auth."user" a ON lower(a.email) = lower(n.email)
    WHERE a.id = $1 AND NOT ${hasToConfirmIn('a')}`),
  files: rowsOf(
    `SELECT path, bytes, created_at FROM files WHERE owner_id = $1 AND removed_at IS NULL`,
  ),
  reliability: rowsOf(`SELECT side, finished, cancelled, no_shows, shortest_notice
    FROM reliability WHERE member_id = $1`),
  // Members don't learn of reports without a decision; reporters and staff notes stay with staff.
  moderation_decisions:
    rowsOf(`SELECT id, kind, subject_type, subject_id, reason, created_at, ends_at, ended_at, ended_as,
      appeal, appealed_at, appeal_decision, appeal_answer, appeal_decided_at
    FROM moderation_decisions WHERE member_id = $1 AND kind <> 'dismiss' ORDER BY created_at`),
  reports: rowsOf(`SELECT id, subject_type, ${idOf('subject_id')} AS subject_id, reason, details,
      created_at, decided_at, withdrawn_at
    FROM reports WHERE reporter_id = $1 ORDER BY created_at`),
  hearings: rowsOf(`SELECT id, side, question, created_at, answer_until, answer, answered_at
    FROM hearings WHERE member_id = $1 ORDER BY created_at`),
  identity_checks:
    rowsOf(`SELECT id, status, requested_at, method, checklist, checked_at, confirmed_at,
      expires_at, ended_at, reason
    FROM identity_checks WHERE member_id = $1 ORDER BY requested_at`),
  guideline_consents: rowsOf(
    `SELECT version, agreed_at FROM guideline_consents WHERE member_id = $1`,
  ),
  data_views:
    rowsOf(`SELECT CASE WHEN seen.viewer_role <> 'staff' THEN ${idOf('seen.viewer_id')} END AS viewer_id,
      seen.viewer_role, ${STAFF_VIEWER} AS staff, seen.kind, seen.job_id, seen.target_id, seen.viewed_at
    FROM data_views seen WHERE seen.subject_id = $1 ORDER BY seen.viewed_at`),
  chat_readings:
    rowsOf(`SELECT reading.id, reading.claim_id, reading.conversation_id, reading.reason,
      ${READERS}, reading.decided_at AS allowed_at, reading.ends_at, reading.read_at
    FROM chat_readings reading WHERE reading.ends_at IS NOT NULL AND EXISTS (
      SELECT FROM ${PARTICIPANTS} side WHERE $1 IN (side.one, side.other))
    ORDER BY reading.decided_at`),
};

/** The tables that an export leaves out, with the reasons: a new table must be here or above. */
export const LEFT_OUT: Record<string, string> = {
  home_access: 'The codes of a home do not belong in a file',
  job_access: 'The codes of a home do not belong in a file',
  one_time_code: 'Lives for minutes, as a hash',
  verification: 'Lives for minutes, as a hash',
  email_change: 'Lives for a day, as a hash; the event is in security_events',
  email_undo: 'Lives for days, as a hash; the event is in security_events',
  factor_challenge: 'Lives for minutes',
  passkey_challenge: 'Lives for minutes',
  sso_flow: 'Lives for minutes',
  community_settings: 'Of the community, not of a member',
  sso_domain: 'Of the community, not of a member',
  refresh_token: 'Hashes of keys; the sessions are in devices',
  data_archive: 'About the copies themselves',
  deletion_request: 'The account page says when it is due',
  conversations: 'Nothing but ids: the messages are there',
  conversation_reads: 'How far was read, for the number of unread messages',
  thread_reads: 'How far was read, for the number of unread messages',
  ratings: 'Counted from the reviews',
  acquaintances: 'Counted from claims and invites',
  user_roles: 'The role of staff',
  admin_activity_logs: 'What staff did, kept apart from what members keep',
  staff_views: 'How often staff looked, to log each view once',
  change_events: 'Ids alone, for some hours',
  waitlist_entries: 'People who are not members yet',
  rate_limits: 'Counters of minutes',
  failed_attempts: 'Counters of minutes; the failures are in security_events',
  activity_clock: 'Of the server, not of a member',
  notification_clock: 'Of the server, not of a member',
  live_horizon: 'Of the server, not of a member',
  signing_key: 'Of the server, not of a member',
  push_keys: 'Of the server, not of a member',
  gazetteer: 'Places of the world',
  place_names: 'Places of the world',
  places: 'Places of the world',
};
