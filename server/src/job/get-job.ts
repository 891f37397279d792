import type { job } from '@kindpal/contract/job/contract';
import type { JobDetail } from '@kindpal/contract/job/schema';
import type { Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/refusal.ts';
import { presentJobDetail } from './present.ts';
import { findJob } from './queries.ts';

/** One job as its viewer may see it, or NOT_FOUND. */
export async function getJobDetail(
  services: Pick<Services, 'db' | 'clock'>,
  credential: Credential | null,
  id: string,
): Promise<JobDetail> {
  const found = await findJob(services.db, credential, id);
  if (!found) throw notFound();
  return presentJobDetail(found, found.viewer, services.clock.now());
}

/** The call behind the job page. [J4] */
export function getJob({ input, context }: OpenCall<typeof job.get>) {
  return getJobDetail(context.services, context.credential, input.id);
}
