import type { job } from '@kindpal/contract/job/contract';
import type { MemberCall } from '../../access/call.ts';
import { type RequirementsRow, requirementsFor } from '../../offer/policy.ts';
import { isWithdrawnFrom } from '../policy.ts';
import { presentRequirements } from '../present.ts';

const OF_JOBS = `SELECT job.id, job.owner_id, ${requirementsFor('$1::uuid')} AS requirements
  FROM jobs job JOIN users owner ON owner.id = job.owner_id
  WHERE job.id = ANY($2::uuid[]) AND job.status = 'open' AND job.owner_id <> $1
    AND NOT ${isWithdrawnFrom('$1::uuid')}`;

type Row = { id: string; owner_id: string; requirements: RequirementsRow | null };

/**
 * What open jobs of others require of the caller, for cards in a list; nothing for jobs that are
 * hidden from them. [J5]
 */
export async function listRequirements({
  input,
  context,
}: MemberCall<typeof job.listRequirements>) {
  const { services, actor } = context;
  const rows = await services.db.shortRead<Row>({
    name: 'jobs-requirements',
    text: OF_JOBS,
    values: [actor.id, input.job_ids],
  });
  const items = rows.flatMap((row) => {
    const requirements = presentRequirements(row, actor);
    return requirements ? [{ id: row.id, requirements }] : [];
  });
  return { items };
}
