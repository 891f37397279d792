import type { staff } from '@kindpal/contract/staff/contract';
import type { ModeratedJob } from '@kindpal/contract/staff/moderation';
import { and, eq, isNull } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import type { Queries } from '../../db/client.ts';
import { jobs } from '../../db/schema/job.ts';
import { reports } from '../../db/schema/report.ts';
import type { LockedJob } from '../../job/lock-job.ts';
import { jobTakenDownMail } from '../../mail/mails/job-taken-down.ts';
import { findMember } from '../../member/queries.ts';
import type { Services } from '../../services.ts';
import { viewIfRefused, viewOfJob } from '../activity/record-view.ts';
import { showModeratedJob } from '../moderation.ts';
import { moveAsStaff } from './move-as-staff.ts';

/**
 * Cancels a job permanently; its owner and the sitter who holds it are emailed the reason. Throws
 * the errors of `moveAsStaff`. [S4] [J9]
 */
export async function takeDownJob({
  input,
  context,
}: MemberCall<typeof staff.takeDownJob>): Promise<ModeratedJob> {
  const { services, actor } = context;
  const { job_id, reason } = input;
  const now = services.clock.now();
  await viewIfRefused(context, viewOfJob(job_id), async (tx) => {
    const job = await moveAsStaff(tx, actor, { job_id, action: 'take_down', reason, now });
    // If it was held for review, taking it down was the review: its case is closed.
    await tx
      .delete(reports)
      .where(
        and(
          eq(reports.subject_id, job.id),
          eq(reports.signal, 'first_post'),
          isNull(reports.decided_at),
        ),
      );
    await mailParticipants(tx, services, { job, reason });
  });
  return showModeratedJob(context, job_id);
}

/**
 * Emails the reason to owner and sitter of a job that was taken down. After a report its owner can
 * appeal.
 */
export async function mailParticipants(
  tx: Queries,
  services: Services,
  { job, reason, canAppeal = false }: { job: LockedJob; reason: string; canAppeal?: boolean },
): Promise<void> {
  const [titled] = await tx.select({ title: jobs.title }).from(jobs).where(eq(jobs.id, job.id));
  const title = titled?.title ?? '';
  for (const [id, is_owner] of [
    [job.owner_id, true],
    [job.claim?.sitter_id, false],
  ] as const) {
    const member = id && (await findMember(tx, id));
    if (!member || member.suspended_at) continue;
    const mail = jobTakenDownMail(services.env, {
      to: member.email,
      ...{ title, reason, is_owner },
      canAppeal: canAppeal && is_owner,
    });
    await services.mailer.send(mail, tx);
  }
}
