import { randomUUID } from 'node:crypto';
import type { FillFullMember } from '../testing/full-member.ts';

/** Reports by and about the member, with hearings and readings of chats, which belong to reports. */
export const fillFullMember: FillFullMember = async ({ query, id, url, otherId }) => {
  const said = (of: string, content: string) => ({
    ...{ id: randomUUID(), sender_id: of, sender_name: of === id ? 'Zebulon Quimby' : 'Other' },
    ...{ content, created_at: new Date().toISOString() },
  });
  const messages = [said(id, 'Zebulon writes'), said(otherId, 'Stop that')];
  const report = (of: string, by: string, more: [string, string, object]) =>
    query(
      `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
       VALUES ($1, $2, $3, gen_random_uuid(), 'harassment', $4, $5)`,
      [by, of, ...more],
    );
  const profile = { title: 'Zebulon Quimby', text: 'Zebulon likes cats', picture: url };
  await report(id, otherId, ['profile', 'Is this allowed?', profile]);
  await report(id, otherId, ['message', 'They call me names', { title: 'Feed Zebulon', messages }]);
  await report(otherId, id, ['conversation', 'Zebulon is hurt', { title: 'Zebulon', messages }]);
  await query(
    `INSERT INTO hearings (report_id, side, member_id, question, answer, answered_at)
     SELECT id, CASE asked WHEN $1 THEN 'member' ELSE 'reporter' END, asked, 'Did Zebulon call?',
       CASE asked WHEN $1 THEN 'Zebulon never did' ELSE 'Several times' END, now()
     FROM reports, unnest(ARRAY[$1, $2]::uuid[]) asked
     WHERE reports.member_id = $1 AND subject_type = 'message'`,
    [id, otherId],
  );
  await query(
    `INSERT INTO chat_readings (report_id, conversation_id, reason)
     SELECT report.id, talk.id, 'Zebulon is said to threaten' FROM reports report, conversations talk
     WHERE report.member_id = $1 AND report.subject_type = 'message'
       AND $1 IN (talk.participant_1, talk.participant_2) LIMIT 1`,
    [id],
  );
  await query(
    `INSERT INTO chat_readings (report_id, conversation_id, reason, decided_at, ends_at)
     SELECT report_id, conversation_id, 'Zebulon was rude', now(), now() + interval '1 day' FROM chat_readings`,
    [],
  );
};
