import type { hearing } from '@kindpal/contract/hearing/contract';
import type { StaffHearing } from '@kindpal/contract/hearing/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdStaff, lockMembers } from '../access/hold-member.ts';
import { addressOf } from '../account/address-of.ts';
import { isUniqueViolation } from '../db/client.ts';
import { hearings } from '../db/schema/hearing.ts';
import { users } from '../db/schema/member.ts';
import { questionMail } from '../mail/mails/question.ts';
import { findTimeZone } from '../notification/queries.ts';
import { authorizeReportDecision } from '../report/policy.ts';
import { findReport, lockReports } from '../report/queries.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused, viewOfReport } from '../staff/activity/record-view.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { HEARING_COLUMNS } from './policy.ts';

const ONE = `SELECT ${HEARING_COLUMNS} FROM hearings hearing
  JOIN reports report ON report.id = hearing.report_id WHERE hearing.id = $1`;

/**
 * Asks one side of a report that the caller handles; the member is emailed the question. Throws
 * NOT_FOUND, REPORT_TAKEN, REPORT_DECIDED, ALREADY_ASKED, CANNOT_BE_ASKED. [S4]
 */
export async function askSide({
  input,
  context,
}: MemberCall<typeof hearing.ask>): Promise<StaffHearing> {
  const { services, actor } = context;
  const { report_id, side, question } = input;
  const found = await findReport(services.db.drizzle, { id: report_id, staffId: actor.id });
  if (!found) throw notFound();
  const id = await viewIfRefused(context, viewOfReport(report_id), async (tx) => {
    const concerned = side === 'member' ? found.member_id : found.reporter_id;
    await lockMembers(tx, concerned ? [actor.id, concerned] : [actor.id]);
    await holdStaff(tx, actor);
    const allowed = authorizeReportDecision(actor, await lockReports(tx, found, actor.id));
    const { id, member_id, reporter_id } = allowed;
    const subject_type = allowed.signal ? null : allowed.subject_type;
    const who = side === 'member' ? member_id : reporter_id;
    const [reachable] = who
      ? await tx.select({ suspended_at: users.suspended_at }).from(users).where(eq(users.id, who))
      : [];
    const to = who && reachable?.suspended_at === null ? await addressOf(tx, who) : undefined;
    if (!who || to === undefined) throw refusal('CANNOT_BE_ASKED');
    const [row] = await tx
      .insert(hearings)
      .values({ report_id: id, side, member_id: who, asked_by: actor.id, question })
      .returning()
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'hearings_once')) throw refusal('ALREADY_ASKED');
        throw error;
      });
    if (!row) throw new Error('the question was not written');
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'hearing_ask',
      target_type: 'report',
      target_id: id,
      details: { side },
    });
    const { answer_until } = row;
    const timeZone = await findTimeZone(tx, who);
    const asked = { side, subject_type, question, answer_until, timeZone };
    const mail = questionMail(services.env, { to, ...asked });
    await services.mailer.send({ ...mail, about_id: id }, tx);
    return row.id;
  });
  services.live.wake();
  const [row] = await services.db.jsonRows<StaffHearing>({
    name: 'hearing',
    text: ONE,
    values: [id],
  });
  if (!row) throw notFound();
  return row;
}
