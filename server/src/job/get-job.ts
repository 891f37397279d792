import type { job } from '@kindpal/contract/job/contract';
import type { JobDetail } from '@kindpal/contract/job/schema';
import type { Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { noteView } from '../privacy/note-views.ts';
import type { Services } from '../services.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { notFound } from '../transport/refusal.ts';
import { seesAddress, seesJobAsStaff } from './policy.ts';
import { presentJobDetail } from './present.ts';
import { type FoundJob, findJob } from './queries.ts';

type Showing = Pick<Services, 'db' | 'clock' | 'live'>;

/** A job as its viewer may see it, or NOT_FOUND. */
export async function getJobDetail(
  services: Showing,
  credential: Credential | null,
  id: string,
): Promise<JobDetail> {
  return showJob(services, await getFoundJob(services, credential, id));
}

/** The job for its viewer; showing the address is recorded for its owner. */
async function showJob(services: Showing, found: FoundJob): Promise<JobDetail> {
  const { viewer, job, claim } = found;
  if (viewer && job.address && seesAddress(viewer, job, claim)) {
    const view = { subject_id: job.owner_id, viewer_id: viewer.id, job_id: job.id };
    await noteView(services, { role: 'sitter', kind: 'address' }, view);
  }
  return presentJobDetail(found, viewer, services.clock.now());
}

async function getFoundJob(
  { db }: Pick<Services, 'db'>,
  credential: Credential | null,
  id: string,
): Promise<FoundJob> {
  const found = await findJob(db, credential, id);
  if (!found) throw notFound();
  return found;
}

/** The call for the job page; when the viewer sees it only as staff, it is logged. [J4] [S3] */
export async function getJob({ input, context }: OpenCall<typeof job.get>): Promise<JobDetail> {
  const { services, credential, request } = context;
  const found = await getFoundJob(services, credential, input.id);
  const { viewer, job, claim } = found;
  if (viewer && seesJobAsStaff(viewer, job, claim)) {
    const view = { action: 'job_read', target_type: 'job', target_id: job.id } as const;
    await recordView({ services, request, actor: viewer }, view);
  }
  return showJob(services, found);
}
