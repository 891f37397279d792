import { NEW_CONVERSATIONS_A_DAY } from '@kindpal/contract/chat/rules';
import { LIVE_CLAIMS_MAX } from '@kindpal/contract/claim/rules';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many attempts within so many seconds. */
export type Limit = {
  points: number;
  seconds: number;
  /** Counted by each node for itself, where a round trip to the database would cost too much. */
  on?: 'node';
};

/**
 * How often one thing may be tried. The last word of a name says what is counted. Rules
 * whose successes are given back count failures only. No honest member reaches any of them.
 */
export const LIMITS = {
  /** Wrong passwords for whatever addresses; given back on success. [U3] */
  sign_in_by_ip: { points: 200, seconds: 15 * MINUTE },
  /** Challenges for passkeys: a page that offers to sign in asks for one. [U13] */
  passkey_by_ip: { points: 600, seconds: 15 * MINUTE },
  /** Sign-ins that are begun at an outside provider. [U11] */
  sso_by_ip: { points: 200, seconds: 15 * MINUTE },
  /** Refused sign-ups; given back on success. [U1] */
  sign_up_by_ip: { points: 100, seconds: HOUR },
  invite_check_by_ip: { points: 60, seconds: 10 * MINUTE },
  recover_by_ip: { points: 50, seconds: HOUR },
  /**
   * Reset links that one mailbox is sent; beyond it, none. A link works for twice as long, so the
   * mailbox always holds a good one, however often strangers ask. [U4]
   */
  reset_mail_by_address: { points: 3, seconds: 15 * MINUTE },
  /** The same for what the member asks for on a device of theirs. [U4] */
  reset_mail_by_device: { points: 3, seconds: 15 * MINUTE },
  /** Codes asked for, for whatever addresses. [U9] */
  code_by_ip: { points: 50, seconds: HOUR },
  /** Codes to sign in with that one mailbox is sent; beyond it, none. [U9] */
  code_mail_by_address: { points: 3, seconds: 10 * MINUTE },
  /** The same for what the member asks for on a device of theirs. [U9] */
  code_mail_by_device: { points: 3, seconds: 10 * MINUTE },
  /** Codes asked for by text message, for whatever numbers. [U9] */
  sms_by_ip: { points: 20, seconds: HOUR },
  /** Text messages that one number is sent for strangers too; beyond it, none. [U9] */
  sms_by_number: { points: 3, seconds: 10 * MINUTE },
  sms_a_day_by_number: { points: 10, seconds: DAY },
  /** Text messages that one member has sent, to prove a number or as a second factor. [U13] */
  sms_by_member: { points: 5, seconds: 10 * MINUTE },
  sms_a_day_by_member: { points: 20, seconds: DAY },
  /** All text messages of this community: each is paid for. `SMS_HOURLY_MAX` says how many. [U9] */
  sms_by_instance: { points: 100, seconds: HOUR },
  /** Warnings of failed sign-ins that one mailbox is sent. [U3] */
  failure_mail_by_address: { points: 1, seconds: DAY },
  /** Mailed tokens that were wrong; given back on success. [U5] */
  verify_by_ip: { points: 50, seconds: 15 * MINUTE },
  /** Wrong current passwords; given back on success. [U8] */
  password_by_session: { points: 10, seconds: 15 * MINUTE },
  /** Codes that confirm a change, mailed to the caller. [U10] */
  reauthentication_by_member: { points: 5, seconds: 15 * MINUTE },
  email_change_by_member: { points: 5, seconds: HOUR },
  /** Wrong set-up tokens; given back on success. [S5] */
  setup_token_by_member: { points: 10, seconds: HOUR },
  /** A role switch each, whatever comes of it. [D4] */
  switch_role_by_member: { points: 10, seconds: HOUR },
  /** Codes that one member replaces. [I2] */
  replace_invite_by_member: { points: 20, seconds: HOUR },
  /** People that one member writes to for the first time. [M3] */
  new_conversation_by_member: { points: NEW_CONVERSATIONS_A_DAY, seconds: DAY },
  /** Messages of all kinds. [M1] [M2] */
  message_by_member: { points: 120, seconds: MINUTE, on: 'node' },
  message_a_day_by_member: { points: 5000, seconds: DAY, on: 'node' },
  /** Jobs that one member posts. [J2] */
  job_by_member: { points: 60, seconds: DAY },
  /** Searches of jobs, sitters and everything that staff look through. [J1] */
  search_by_member: { points: 240, seconds: MINUTE, on: 'node' },
  /** The same by the signed-out, who search what they are shown. [J1] [R8] */
  search_by_ip: { points: 600, seconds: 10 * MINUTE },
  /** Claims that one member gives back: their history counts, where they claim again. [J5] */
  release_by_member: { points: 10, seconds: DAY },
  /** Everything that one member changes, of whatever kind. */
  change_by_member: { points: 600, seconds: MINUTE, on: 'node' },
  /** Lines of the security log that one network causes. */
  security_log_by_ip: { points: 120, seconds: MINUTE, on: 'node' },
  newsletter_by_ip: { points: 50, seconds: HOUR },
  /** Mails that one mailbox is sent because somebody typed its address; beyond it, none. [P6] */
  newsletter_by_address: { points: 3, seconds: DAY },
  waitlist_by_ip: { points: 50, seconds: HOUR },
  /** The same for those who wait. [P4] */
  waitlist_by_address: { points: 3, seconds: DAY },
  feedback_by_ip: { points: 30, seconds: HOUR },
  /** Things that one member reports. [S4] */
  report_by_member: { points: 30, seconds: DAY },
  /** What staff decide and its member is mailed about. [S3] [S4] */
  staff_mail_by_member: { points: 300, seconds: HOUR },
  /** Tests of one's own notifications. */
  /** Devices that one member asks to be told on. */
  push_by_member: { points: 60, seconds: HOUR },
  /** Addresses of calendars that one member has us read. [V1] */
  busy_calendar_by_member: { points: 20, seconds: HOUR },
  test_notification_by_member: { points: 10, seconds: HOUR },
  /** Pictures that one member sends. [X5] */
  upload_by_member: { points: 100, seconds: HOUR },
  /** The same from one network, however many members it has. [X5] */
  upload_by_ip: { points: 600, seconds: HOUR, on: 'node' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/**
 * Wrong passwords after which the next must wait: 1 s, 2 s, 4 s, up to 15 minutes. So many are free
 * within so many seconds. What one network may try is less than what makes an address wait, so that
 * nobody alone keeps a member from signing in elsewhere. [U3]
 */
export const GROWING_WAITS = {
  /** From one network for one address. */
  network: { free: 10, seconds: DAY },
  /** For one address from wherever, its known devices excepted. */
  address: { free: 30, seconds: HOUR },
  /** On one known device for its own member. */
  device: { free: 10, seconds: DAY },
  /** Of one second factor, or of one member's recovery codes, from wherever. [U13] */
  factor: { free: 5, seconds: DAY },
} as const;
/** After so many wrong passwords for an address its member is warned. */
export const WARN_AFTER = 10;

/** How many of a thing may be open at the same moment, on each node. */
export const OPEN_LIMITS = {
  /** Live streams: a tab holds one. [X4] */
  stream_by_member: 40,
  stream_by_ip: 80,
  /** Pictures that are being read. [X5] */
  image_by_ip: 200,
  /** Pictures on their way here, each of which takes up to 5 MB until it is whole. [X5] */
  uploads_at_once_by_member: 6,
  /** Bodies of calls on their way here, in kB; each counts as what it says it will be. */
  body_kb_by_ip: 8 * 1024,
  /** Pictures that wait for their turn to be encoded, each of which holds its bytes. [X5] */
  images_at_once: 24,
  /** Of one member fewer: nobody fills the queue alone, not even by hanging up and asking again. */
  images_at_once_by_member: 6,
  /** Connections, whatever they send; counted only where no proxy stands in front. */
  connection_by_ip: 500,
} as const;
export type OpenLimitName = keyof typeof OPEN_LIMITS;

/** What may be held or tried in all, however long it takes. */
export const TOTAL_LIMITS = {
  /** Jobs that one member holds at once; a trigger on `job_claims` keeps to the same number. [J5] */
  live_claims_by_member: LIVE_CLAIMS_MAX,
  /** Guesses of one mailed code; then it opens nothing. A CHECK keeps to the same number. [U9] */
  guesses_by_code: 5,
} as const;

/**
 * A customer is given at least a /64 of IPv6, and may have a /48: both are counted, and the wider
 * one may hold as much as so many of the narrower.
 */
export const WIDE_NETWORK_FACTOR = 4;
