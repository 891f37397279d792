import { NEW_CONVERSATIONS_A_DAY } from '@kindpal/contract/chat/rules';
import { CLAIMED_PETS_A_DAY, LIVE_CLAIMS_MAX } from '@kindpal/contract/claim/rules';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many attempts are allowed within how many seconds. */
export type Limit = {
  points: number;
  seconds: number;
  /** Counted by each node on its own, where a round trip to the database would cost too much. */
  on?: 'node';
};

/**
 * How often something may be tried. The last word of a name says what is counted. Rules that remove
 * successes from the count limit failures only. Normal use reaches none of them.
 */
export const LIMITS = {
  /** Wrong passwords and passkeys for any address, except on devices known to its member. [U3] */
  sign_in_by_ip: { points: 200, seconds: 15 * MINUTE },
  /** Passkey challenges: a page with a sign-in form requests one. [U13] */
  passkey_by_ip: { points: 600, seconds: 15 * MINUTE },
  /** Sign-ins started at an outside provider, and wrong codes of theirs. [U11] */
  sso_by_ip: { points: 200, seconds: 15 * MINUTE },
  /**
   * Both in all browsers where this member signed in last; no network locks these out. More are
   * counted by network. [U3]
   */
  start_by_member: { points: 60, seconds: 15 * MINUTE },
  /** Refused sign-ups; given back on success. [U1] */
  sign_up_by_ip: { points: 100, seconds: HOUR },
  /**
   * People who join, or go to an outside provider to do so. Each may invite another, so one invite
   * could be any number of them. [U1]
   */
  join_by_ip: { points: 60, seconds: HOUR },
  invite_check_by_ip: { points: 60, seconds: 10 * MINUTE },
  /** Requests for a reset link, except on devices known to the member. [U4] */
  recover_by_ip: { points: 50, seconds: HOUR },
  /**
   * Reset links mailed to one mailbox; more are silently dropped. A link works for twice this
   * time, so the mailbox always has a valid one, however often strangers ask. [U4]
   */
  reset_mail_by_address: { points: 3, seconds: 15 * MINUTE },
  /**
   * The same when asked from devices known to the member, all together: every sign-in without a
   * cookie makes another one. [U4]
   */
  known_reset_mail_by_address: { points: 3, seconds: 15 * MINUTE },
  /** Code requests for any address, except on devices known to its member. [U9] */
  code_by_ip: { points: 50, seconds: HOUR },
  /**
   * Sign-in codes mailed to one mailbox, and apart from these emails that confirm its address; more
   * are silently dropped. [U9]
   */
  code_mail_by_address: { points: 3, seconds: 10 * MINUTE },
  /** The same when asked from devices known to the member, all together. [U9] */
  known_code_mail_by_address: { points: 3, seconds: 10 * MINUTE },
  /**
   * Mailed codes typed for one address, in all browsers that its member has not signed in with;
   * given back on success. The link in the same email keeps working. [U9]
   */
  code_guess_by_address: { points: 20, seconds: DAY },
  /** The same in all browsers together that its member has signed in with. [U9] */
  known_code_guess_by_address: { points: 20, seconds: DAY },
  /** The same by text message for any number. [U9] */
  sms_by_ip: { points: 20, seconds: HOUR },
  /** Sign-in codes that strangers have texted to one number; more are silently dropped. [U9] */
  sms_by_number: { points: 3, seconds: 10 * MINUTE },
  sms_a_day_by_number: { points: 10, seconds: DAY },
  /** The same when requested from devices known to its member, all together. [U9] */
  known_sms_by_number: { points: 3, seconds: 10 * MINUTE },
  known_sms_a_day_by_number: { points: 10, seconds: DAY },
  /** Text messages to one number that is not verified, for all members who enter it. [U9] [U13] */
  verify_sms_by_number: { points: 3, seconds: 10 * MINUTE },
  verify_sms_a_day_by_number: { points: 10, seconds: DAY },
  /**
   * Text messages for one member, to verify a number or as a second factor; for the latter,
   * the devices known to the member have a count of their own. [U13]
   */
  sms_by_member: { points: 5, seconds: 10 * MINUTE },
  sms_a_day_by_member: { points: 20, seconds: DAY },
  /**
   * All text messages of this community, because each costs money; `SMS_HOURLY_MAX` sets the
   * number. [U9]
   */
  sms_by_instance: { points: 100, seconds: HOUR },
  /** Warnings about failed sign-ins mailed to one mailbox. [U3] */
  failure_mail_by_address: { points: 1, seconds: DAY },
  /** Links mailed to a suspended member; each works for twice this time. [X1] */
  account_link_by_member: { points: 3, seconds: 15 * MINUTE },
  /** Wrong mailed tokens and codes; a valid link works all the same. [U5] */
  verify_by_ip: { points: 50, seconds: 15 * MINUTE },
  /** Passwords refused with a valid reset link, each of which takes two hashes. [U5] */
  reset_by_member: { points: 20, seconds: 15 * MINUTE },
  /** Wrong current passwords; given back on success. [U8] */
  password_by_session: { points: 10, seconds: 15 * MINUTE },
  /**
   * Passwords changed with the current one, which cancels reset links: a thief who knows it must
   * not be able to cancel every link. [U5] [U8]
   */
  password_change_by_member: { points: 10, seconds: HOUR },
  /** Codes mailed to the caller to confirm a change. [U10] */
  reauthentication_by_member: { points: 5, seconds: 15 * MINUTE },
  email_change_by_member: { points: 5, seconds: HOUR },
  /**
   * Links to confirm a new address that one member has mailed to one mailbox; more are silently
   * dropped. [U8]
   */
  email_change_mail_by_member: { points: 6, seconds: DAY },
  /**
   * The same, no matter who entered the address. One member is allowed far fewer, so that nobody
   * alone can keep another from changing to their mailbox. [U8]
   */
  email_change_mail_by_address: { points: 24, seconds: DAY },
  /** Wrong setup tokens; given back on success. [S5] */
  setup_token_by_member: { points: 10, seconds: HOUR },
  /** Role switches, successful or not. [D4] */
  switch_role_by_member: { points: 10, seconds: HOUR },
  /** Invite codes that one member replaces. [I2] */
  replace_invite_by_member: { points: 20, seconds: HOUR },
  /** New people that one member writes to. [M3] */
  new_conversation_by_member: { points: NEW_CONVERSATIONS_A_DAY, seconds: DAY },
  /** Messages of any kind. [M1] [M2] */
  message_by_member: { points: 120, seconds: MINUTE, on: 'node' },
  message_a_day_by_member: { points: 5000, seconds: DAY, on: 'node' },
  /** Jobs that one member posts. [J2] */
  job_by_member: { points: 60, seconds: DAY },
  /** Searches of jobs, sitters and all staff lists. [J1] */
  search_by_member: { points: 240, seconds: MINUTE, on: 'node' },
  /** The same by visitors. [J1] [R8] */
  search_by_ip: { points: 600, seconds: 10 * MINUTE },
  /** Claims that one member cancels; checked in their history when they claim again. [J5] */
  release_by_member: { points: 10, seconds: DAY },
  /**
   * Pets whose jobs one member claims, even if they cancel; a trigger on `job_claims`
   * enforces the same numbers. Further jobs for the same pets do not count. [J5]
   */
  claimed_pet_by_member: { points: CLAIMED_PETS_A_DAY, seconds: DAY },
  /**
   * Starts and completions that one member takes back: repeated in turns, they would notify the
   * owner without end. [J9]
   */
  undo_by_member: { points: 20, seconds: DAY },
  /** Identity checks that one member requests: each notifies staff, even if withdrawn. [S4] */
  identity_request_by_member: { points: 10, seconds: DAY },
  /** All changes by one member, except of their account. */
  change_by_member: { points: 600, seconds: MINUTE, on: 'node' },
  /**
   * Changes of an account by one session: a thief with another one must not keep the member from
   * ending it. [U6]
   */
  change_by_session: { points: 600, seconds: MINUTE, on: 'node' },
  /** Unknown refresh tokens: others in the network keep renewing theirs. [U7] */
  renewal_by_ip: { points: 600, seconds: MINUTE, on: 'node' },
  /** Uses of tokens of an API client's session; each renewal stores one for 30 days. [U7] */
  renewal_by_session: { points: 60, seconds: MINUTE, on: 'node' },
  /** Lines in the security log about refusals of one network. */
  security_log_by_ip: { points: 120, seconds: MINUTE, on: 'node' },
  /** Lines there about connections of one network that were refused. [X5] */
  refused_connection_by_ip: { points: 1, seconds: MINUTE, on: 'node' },
  newsletter_by_ip: { points: 50, seconds: HOUR },
  /** Emails to one mailbox because somebody entered its address; more are silently dropped. [P6] */
  newsletter_by_address: { points: 3, seconds: DAY },
  waitlist_by_ip: { points: 50, seconds: HOUR },
  /** The same for the waiting list. [P4] */
  waitlist_by_address: { points: 3, seconds: DAY },
  feedback_by_ip: { points: 30, seconds: HOUR },
  /** Reports by one member. [S4] */
  report_by_member: { points: 30, seconds: DAY },
  /** Staff decisions that send an email to a member. [S3] [S4] */
  staff_mail_by_member: { points: 300, seconds: HOUR },
  /** Push subscriptions by one member. */
  push_by_member: { points: 60, seconds: HOUR },
  /** Calendar addresses that one member adds for us to read. [V1] */
  busy_calendar_by_member: { points: 20, seconds: HOUR },
  /** Test notifications that one member sends to themselves. */
  test_notification_by_member: { points: 10, seconds: HOUR },
  /** Pictures that one member uploads. [X5] */
  upload_by_member: { points: 100, seconds: HOUR },
  /** The same from one network, for all its members. [X5] */
  upload_by_ip: { points: 600, seconds: HOUR, on: 'node' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/**
 * After `free` wrong passwords within this many seconds, the next attempt must wait: 1 s, 2 s, 4
 * s, up to 15 minutes. One network is allowed fewer than make an address wait, so that nobody
 * alone can keep a member from signing in elsewhere. [U3]
 */
export const GROWING_WAITS = {
  /** From one network for one address. */
  network: { free: 10, seconds: DAY },
  /** From one IPv6 /48, which one customer may have. */
  wide: { free: 15, seconds: DAY },
  /** For one address from anywhere, except its known devices. */
  address: { free: 30, seconds: HOUR },
  /** On one known device, for its own member. */
  device: { free: 10, seconds: DAY },
  /** For one second factor, or one member's recovery codes, from anywhere. [U13] */
  factor: { free: 5, seconds: DAY },
} as const;
/** After this many wrong passwords for an address, its member gets a warning. */
export const WARN_AFTER = 10;

/**
 * Emails about new devices that one member gets in a day; later sign-ins are only listed. Signing
 * in is not limited, and the mailbox may be a stranger's until it has confirmed. [U6]
 */
export const NEW_DEVICE_MAILS_A_DAY = 20;
/** Changes of one account in an hour that can be repeated forever, each with an email. [U6] */
export const MAILED_CHANGES_AN_HOUR = 30;

/** How many of a thing may be open at the same time, per node. */
export const OPEN_LIMITS = {
  /** Live streams: one per tab. [X4] */
  stream_by_member: 40,
  stream_by_ip: 80,
  /** Pictures being read. [X5] */
  image_by_ip: 200,
  /** Exports being downloaded: any size, each on a connection to the image store. [X1] */
  archive_by_member: 3,
  /** Of all members: fewer than a store has connections, so that pictures always have some. */
  archives_at_once: 20,
  /** Pictures being uploaded, each of which takes up to 5 MB of memory until complete. [X5] */
  uploads_at_once_by_member: 6,
  /** Request bodies being received, in kB; each counts with its declared length. */
  body_kb_by_ip: 8 * 1024,
  /** Pictures waiting to be encoded, with their bytes in memory. [X5] */
  images_at_once: 24,
  /** Fewer per member: nobody can fill the queue alone, not even by disconnecting and retrying. */
  images_at_once_by_member: 6,
  /** Connections of any kind; counted only when there is no proxy in front. */
  connection_by_ip: 500,
} as const;
export type OpenLimitName = keyof typeof OPEN_LIMITS;

/** Limits on totals, independent of time. */
export const TOTAL_LIMITS = {
  /**
   * Jobs that one member holds at once; a trigger on `job_claims` enforces the same number. [J5]
   */
  live_claims_by_member: LIVE_CLAIMS_MAX,
  /**
   * Guesses of one mailed code, which then stops working. A CHECK enforces the same number. [U9]
   */
  guesses_by_code: 5,
} as const;

/**
 * IPv6 customers get at least a /64 and may have a /48: both are counted, and the wider one is
 * allowed this many times as much.
 */
export const WIDE_NETWORK_FACTOR = 4;
