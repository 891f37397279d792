import { randomUUID } from 'node:crypto';
import type { FillFullMember } from '../testing/full-member.ts';
import { type CallAll, COPIES, type FillTables } from '../testing/plans/call-all.ts';

/** Reports by and about the member, with the hearings and readings of chats that belong to them. */
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

/** Reports, and what belongs to them: decisions, hearings and readings of chats. */
export const fillTables: FillTables = ({ owner, sitter, admin }) => `
  INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, decided_at)
    SELECT '${owner}', '${sitter}', 'message', gen_random_uuid(), 'spam', '{}',
      CASE WHEN n % 50 > 0 THEN now() END FROM generate_series(1, ${COPIES}) n;
  INSERT INTO moderation_decisions (member_id, kind, reason, decided_by, appeal, appealed_at)
    SELECT '${owner}', 'warn', 'Unkind words', '${admin}',
      CASE WHEN n % 500 = 0 THEN 'It was a joke' END, CASE WHEN n % 500 = 0 THEN now() END
    FROM generate_series(1, ${COPIES}) n;
  INSERT INTO hearings (report_id, side, member_id, asked_by, question)
    SELECT id, 'member', '${sitter}', '${admin}', 'What happened?' FROM reports;
  INSERT INTO chat_readings (report_id, claim_id, asked_by, reason, decided_at, ends_at)
    SELECT report.id, claim.id, CASE WHEN report.decided_at IS NOT NULL THEN '${admin}'::uuid END,
      'A threat refers to it', report.decided_at, report.decided_at + interval '1 day'
    FROM (SELECT *, row_number() OVER (ORDER BY id) FROM reports) report
    JOIN (SELECT id, row_number() OVER (ORDER BY id) FROM job_claims) claim USING (row_number)`;

export const callAll: CallAll = async ({ as, admin, people, idOf }) => {
  const report = await idOf('SELECT id FROM reports LIMIT 1');
  const undecided = await idOf('SELECT id FROM reports WHERE decided_at IS NULL LIMIT 1');
  return [
    () => as.report.send({ subject_type: 'profile', subject_id: people.admin.id, reason: 'spam' }),
    () => as.report.listMine({ limit: 20 }),
    () => admin.report.list({ limit: 20 }),
    () => admin.report.list({ state: 'mine', limit: 20 }),
    () => admin.report.list({ state: 'decided', limit: 20 }),
    () => admin.report.count(),
    () => admin.report.get({ id: report }),
    () => admin.report.take({ id: undecided }),
  ];
};
