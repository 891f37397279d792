import { MESSAGES_AROUND, MESSAGES_OF_CONVERSATION } from '@kindpal/contract/report/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import { MAY_REPORT } from './policy.ts';

/*
 * The content that can be reported, as SQL over `reporter` and `wanted`, one row each: its member,
 * and the copy for staff. An id matches at most one row, in whichever table of its kind.
 */

type Thread = { table: string; key: string };
const OF_CLAIM = { table: 'messages', key: 'claim_id' };
const OF_CONVERSATION = { table: 'conversation_messages', key: 'conversation_id' };

const listed = (rows: string) => `(SELECT json_agg(json_build_object('id', near.id,
    'sender_id', near.sender_id, 'sender_name', sender.full_name, 'content', near.content,
    'created_at', near.created_at) ORDER BY near.seq)
  FROM (${rows}) near JOIN users sender ON sender.id = near.sender_id)`;

/** `message` with some before and after it, in the same thread. */
const around = ({ table, key }: Thread) =>
  listed(`(SELECT before.* FROM ${table} before WHERE before.${key} = message.${key}
      AND before.seq <= message.seq ORDER BY before.seq DESC LIMIT ${MESSAGES_AROUND + 1})
    UNION ALL (SELECT after.* FROM ${table} after WHERE after.${key} = message.${key}
      AND after.seq > message.seq ORDER BY after.seq LIMIT ${MESSAGES_AROUND})`);

/** The last messages of a thread. */
const lastOf = ({ table, key }: Thread, id: string) =>
  listed(`SELECT last.* FROM ${table} last WHERE last.${key} = ${id}
    ORDER BY last.seq DESC LIMIT ${MESSAGES_OF_CONVERSATION}`);

const otherOf = (one: string, other: string) =>
  `CASE reporter.id WHEN ${one} THEN ${other} ELSE ${one} END`;

const JOB_MESSAGE = `SELECT message.sender_id AS member_id,
    json_build_object('title', job.title, 'messages', ${around(OF_CLAIM)}) AS snapshot
  FROM reporter, wanted JOIN messages message ON message.id = wanted.id
  JOIN job_claims claim ON claim.id = message.claim_id JOIN jobs job ON job.id = claim.job_id
  WHERE message.sender_id <> reporter.id AND ${MAY_REPORT.job_thread}`;

const DIRECT_MESSAGE = `SELECT message.sender_id,
    json_build_object('messages', ${around(OF_CONVERSATION)})
  FROM reporter, wanted JOIN conversation_messages message ON message.id = wanted.id
  JOIN conversations conversation ON conversation.id = message.conversation_id
  WHERE message.sender_id <> reporter.id AND ${MAY_REPORT.conversation}`;

const JOB_THREAD = `SELECT ${otherOf('claim.sitter_id', 'job.owner_id')} AS member_id,
    json_build_object('title', job.title, 'messages', ${lastOf(OF_CLAIM, 'claim.id')}) AS snapshot
  FROM reporter, wanted JOIN job_claims claim ON claim.id = wanted.id
  JOIN jobs job ON job.id = claim.job_id WHERE ${MAY_REPORT.job_thread}`;

const CONVERSATION = `SELECT ${otherOf('conversation.participant_1', 'conversation.participant_2')},
    json_build_object('messages', ${lastOf(OF_CONVERSATION, 'conversation.id')})
  FROM reporter, wanted JOIN conversations conversation ON conversation.id = wanted.id
  WHERE ${MAY_REPORT.conversation}`;

const job = (
  snapshot: string,
  more = '',
) => `SELECT job.owner_id AS member_id, ${snapshot} AS snapshot
  FROM reporter, wanted JOIN jobs job ON job.id = wanted.id JOIN users owner ON owner.id = job.owner_id
  WHERE ${MAY_REPORT.job} ${more}`;

const member = (
  snapshot: string,
  more = '',
) => `SELECT member.id AS member_id, ${snapshot} AS snapshot
  FROM reporter, wanted JOIN users member ON member.id = wanted.id
  WHERE ${MAY_REPORT.member} ${more}`;

const REVIEW = `SELECT review.reviewer_id AS member_id,
    json_build_object('rating', review.rating, 'text', review.text) AS snapshot
  FROM reporter, wanted JOIN published_reviews review ON review.id = wanted.id
  WHERE ${MAY_REPORT.review}`;

/** The query for each kind of content. */
export const SUBJECTS: Record<ReportSubject, string> = {
  message: `${JOB_MESSAGE} UNION ALL ${DIRECT_MESSAGE}`,
  conversation: `${JOB_THREAD} UNION ALL ${CONVERSATION}`,
  job: job(
    `json_build_object('title', job.title, 'text', job.description, 'picture', job.pet_image_url)`,
  ),
  profile: member(
    `json_build_object('title', member.full_name, 'text', member.bio, 'picture', member.profile_image_url)`,
  ),
  review: REVIEW,
  picture: `${member(
    `json_build_object('title', member.full_name, 'picture', member.profile_image_url)`,
    'AND member.profile_image_url IS NOT NULL',
  )} UNION ALL ${job(
    `json_build_object('title', job.title, 'picture', job.pet_image_url)`,
    'AND job.pet_image_url IS NOT NULL',
  )}`,
};
