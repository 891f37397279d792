import type { report } from '@kindpal/contract/report/contract';
import type { OwnReport } from '@kindpal/contract/report/schema';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberCall } from '../access/call.ts';
import { holdMember, lockMembers } from '../access/hold-member.ts';
import { blockMember } from '../block/create-block.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findOwnReport } from './list-own-reports.ts';
import { SEES_AUTHOR } from './policy.ts';
import { SUBJECTS } from './subjects.ts';

type Call = MemberCall<typeof report.send>;

/**
 * Reports something that the caller sees, with a copy made in the same statement; with `block`
 * the member is blocked in the same transaction. Throws NOT_FOUND, ALREADY_REPORTED,
 * TOO_MANY_BLOCKS, TOO_MANY_REQUESTS. [S4]
 */
export async function sendReport({ input, context }: Call): Promise<OwnReport> {
  const { services, actor } = context;
  await services.limiter.consume('report_by_member', actor.id);
  const id = await services.db.drizzle
    .transaction(async (tx) => {
      // Before the report, which refers to both: a block locks them in the order of their ids.
      const blocked = input.block ? await findReported(tx, actor.id, input) : null;
      if (blocked) await lockMembers(tx, [actor.id, blocked]);
      await holdMember(tx, actor);
      const stored = await storeReport(tx, actor.id, input);
      if (input.block) await blockMember(tx, actor, stored.member_id);
      return stored.id;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'reports_one_open')) throw refusal('ALREADY_REPORTED');
      throw error;
    });
  services.live.wake();
  const row = await findOwnReport(services.db, id);
  if (!row) throw notFound();
  return row;
}

type Subject = Pick<Call['input'], 'subject_type' | 'subject_id'>;

/** The reported content as `found`, for a reporter who sees it. */
const foundBy = (reporterId: string, { subject_type, subject_id }: Subject) => sql`
    reporter AS (SELECT ${reporterId}::uuid AS id), wanted AS (SELECT ${subject_id}::uuid AS id),
      found AS (${sql.raw(SUBJECTS[subject_type])})`;

const reportedSchema = z.object({ member_id: z.string() });

async function findReported(tx: Queries, reporterId: string, subject: Subject) {
  const { rows } = await tx.execute(
    sql`WITH ${foundBy(reporterId, subject)} SELECT member_id FROM found`,
  );
  return reportedSchema.optional().parse(rows[0])?.member_id ?? null;
}

const storedSchema = z.object({ id: z.string(), member_id: z.string() });

async function storeReport(
  tx: Queries,
  reporterId: string,
  input: Call['input'],
): Promise<z.infer<typeof storedSchema>> {
  const { subject_type, subject_id, reason, details, block } = input;
  const { rows } = await tx.execute(sql`
    WITH ${foundBy(reporterId, input)}
    INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
    SELECT reporter.id, found.member_id, ${subject_type}, wanted.id, ${reason}, ${details}, found.snapshot
    FROM reporter, wanted, found
    WHERE ${!(block && subject_type === 'review')} OR ${sql.raw(SEES_AUTHOR)}
    RETURNING id, member_id`);
  const stored = storedSchema.optional().parse(rows[0]);
  if (stored) return stored;
  // A report that also blocked, sent again: its member is gone for the reporter, the report is not.
  const again = await tx.execute(sql`SELECT FROM reports WHERE reporter_id = ${reporterId}
    AND subject_type = ${subject_type} AND subject_id = ${subject_id} AND decided_at IS NULL`);
  throw (again.rowCount ?? 0) > 0 ? refusal('ALREADY_REPORTED') : notFound();
}
