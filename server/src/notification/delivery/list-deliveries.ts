import { createHmac } from 'node:crypto';
import { definitionOf, type NotificationType } from '@kindpal/contract/notification/catalog';
import type { notification } from '@kindpal/contract/notification/contract';
import { type Delivery, notificationTypeSchema } from '@kindpal/contract/notification/schema';
import type { MemberCall } from '../../access/call.ts';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { newest, pageStatement } from '../../db/page-statement.ts';
import { mailLabel } from '../../mail/mail-labels.ts';
import {
  DECISION,
  HEARING,
  READING,
  REPORT,
  REQUEST,
} from '../../staff/activity/hidden-activity.ts';
import { recordView } from '../../staff/activity/record-view.ts';
import {
  cutPage,
  decodeCursor,
  encodeCursor,
  type Key,
  keyValues,
} from '../../transport/cursor.ts';
import type { AwaitingStaff } from './outgoing-rows.ts';

const VIEWER = '$1::uuid';
type Involves = (told: string) => string;
const ofReport: Involves = (told) => REPORT(`${told}.event_key::uuid`, VIEWER);
const ofHearing: Involves = (told) => HEARING(`${told}.event_key::uuid`, VIEWER);
const ofDecision: Involves = (told) => DECISION(`${told}.event_key::uuid`, VIEWER);
const ofReading: Involves = (told) => READING(`${told}.event_key::uuid`, VIEWER);
const ofRequest: Involves = (told) => REQUEST(`${told}.event_key::uuid`, VIEWER);
/**
 * What a notification of others refers to, if staff who are involved may not know of it. Each type
 * that notifies staff of a task is listed; null if nobody on the team is involved in its tasks.
 */
const INVOLVES: Record<AwaitingStaff, Involves | null> &
  Partial<Record<Exclude<NotificationType, AwaitingStaff>, Involves>> = {
  'staff.report': ofReport,
  'staff.danger_report': ofReport,
  'staff.hearing_answered': ofHearing,
  'staff.reading_asked': ofReading,
  'staff.feedback_overdue': ofRequest,
  'staff_inbox.feedback': ofRequest,
  'staff_inbox.waitlist': null,
  'staff.invite_request': null,
  'staff.appeal': ofDecision,
  // It says that something waits of which nobody on the team may know.
  'staff.more_needed': () => 'true',
  'staff.identity_request': null,
  'staff.identity_checked': null,
  'support.report_decided': ofReport,
  'support.moderated': ofDecision,
  'support.appeal_decided': ofDecision,
  'support.hearing': ofHearing,
  'support.chat_read': ofReading,
  'support.feedback_answered': (told) =>
    REQUEST(`split_part(${told}.event_key, ':', 1)::uuid`, VIEWER),
  // Nobody is asked for a second one: it tells that the other side has written a review.
  'reviews.please': (
    told,
  ) => `EXISTS (SELECT FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.id = ${told}.claim_id AND ${VIEWER} IN (claim.sitter_id, job.owner_id))`,
};
const INVOLVING = Object.entries(INVOLVES).flatMap(([type, involves]) =>
  involves ? [{ type, involves }] : [],
);
const INVOLVING_TYPES = INVOLVING.map(({ type }) => `'${type}'`).join(', ');

/** Whether the notification `told` would tell the viewer what involved staff may not know (SQL). */
const tellsOnOthers = (told: string) => `(${told}.member_id <> ${VIEWER} AND CASE ${told}.type
  ${INVOLVING.map(({ type, involves }) => `WHEN '${type}' THEN ${involves(told)}`).join(' ')}
  ELSE false END)`;

/**
 * The same for a push message and for a command's email. Those whose subject is not known, such as
 * those of an earlier release, are hidden as well, except emails about decisions: that staff have
 * decided is no secret.
 */
const DELIVERY_TELLS = `(delivery.member_id IS DISTINCT FROM ${VIEWER} AND CASE
  WHEN delivery.channel = 'push' THEN delivery.type IN (${INVOLVING_TYPES}) AND NOT EXISTS (
    SELECT FROM notifications told WHERE told.id = delivery.about_id AND NOT ${tellsOnOthers('told')})
  WHEN delivery.type = 'feedback_answered'
    THEN delivery.about_id IS NULL OR ${REQUEST('delivery.about_id', VIEWER)}
  WHEN delivery.type = 'question'
    THEN delivery.about_id IS NULL OR ${REPORT('delivery.about_id', VIEWER)}
  WHEN delivery.type IN ('decision', 'suspended') THEN ${DECISION('delivery.about_id', VIEWER)}
  ELSE false END)`;

/** Emails of notifications, then all other deliveries, with the same columns. */
const SOURCES = [
  {
    state: 'mail_state',
    select: `SELECT id, 'email' AS channel, type, member_id, mail_state AS state,
      mail_reason AS reason, created_at, mailed_at FROM notifications mail`,
    hides: tellsOnOthers('mail'),
  },
  {
    state: 'state',
    select: `SELECT id, channel, type, member_id, state, reason, created_at, mailed_at
      FROM deliveries delivery`,
    hides: DELIVERY_TELLS,
  },
];

/** The delivery of emails and push messages, newest first; the rows shown are logged. [S3] [S4] */
export async function listDeliveries({
  input,
  context,
}: MemberCall<typeof notification.listDeliveries>) {
  const { state, cursor, limit } = input;
  const { actor, services } = context;
  const { db, secret } = services;
  const pages = SOURCES.map((source) =>
    pageStatement({
      name: 'deliveries',
      select: source.select,
      given: [actor.id],
      // A literal, so that PostgreSQL can use the partial indexes on failed and bounced rows.
      where: [
        state
          ? { name: state, text: `${source.state} = '${state}'` }
          : { name: '', text: `${source.state} <> 'none'` },
        { name: '', text: `NOT ${source.hides}` },
      ],
      order: newest(),
      after: keyValues(openCursor(secret, cursor)),
      limit: limit + 1,
    }),
  );
  const rows = await db.jsonRows<Omit<Delivery, 'label'>>({
    ...(pages[0]?.name && { name: pages[0].name }),
    values: pages[0]?.values ?? [],
    text: `SELECT delivery.*, member.full_name
      FROM (${pages.map(({ text }) => `(${text})`).join(' UNION ALL ')}) delivery
      LEFT JOIN users member ON member.id = delivery.member_id
      ORDER BY delivery.created_at DESC, delivery.id DESC LIMIT ${limit + 1}`,
  });
  const page = cutPage(rows, limit, (row) => sealCursor(secret, row));
  const reads = page.items.flatMap(({ id, member_id }) =>
    member_id ? [{ target: member_id, what: id }] : [],
  );
  await recordView(context, { action: 'deliveries_read', target_type: 'user', reads });
  const items = page.items.map((row) => ({
    ...row,
    id: shownId(secret, row.id),
    label: labelOf(row.type),
  }));
  return { ...page, items };
}

/**
 * The id that staff see. The row's own id is the name of its email, and anyone who knows that name
 * can send a delivery report for it.
 */
function shownId(secret: string, id: string): string {
  const bytes = createHmac('sha256', secret).update(`delivery ${id}`).digest();
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const CURSOR = 'deliveries cursor';

/** Encrypted, because a cursor contains the id of the page's last row. */
const sealCursor = (secret: string, key: Key) => encrypt(secret, CURSOR, encodeCursor(key));

function openCursor(secret: string, cursor: string | undefined): Key | null {
  return decodeCursor(cursor === undefined ? cursor : (decrypt(secret, CURSOR, cursor) ?? ''));
}

/** No name belongs to both, because only types of notifications contain a dot. */
function labelOf(type: string): string {
  const { data } = notificationTypeSchema.safeParse(type);
  return data ? definitionOf(data).label : mailLabel(type);
}
