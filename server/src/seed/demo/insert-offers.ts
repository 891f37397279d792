import { inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { memberFavorites } from '../../db/schema/favorite.ts';
import { jobs } from '../../db/schema/job.ts';
import { jobOffers } from '../../db/schema/offer.ts';
import type { JobsPlan, PlannedJob } from './plan-jobs.ts';
import type { PlannedMember } from './plan-members.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Given = { members: PlannedMember[]; now: Date };

const isCalled = (name: string) => (member: PlannedMember) => member.email.startsWith(`${name}@`);
const idOf = ({ id }: PlannedMember) => id as string;

/** Owners with printed sign-ins have a few favorite sitters each. */
export async function insertFavorites(tx: Queries, { members, now }: Given): Promise<void> {
  const owners = members.filter((one) => isCalled('owner')(one) || isCalled('both')(one));
  const sitters = members.filter((one) => one.role === 'pet_sitter').slice(0, 4);
  const marks = owners.flatMap((owner, turn) =>
    sitters.slice(turn).map((sitter, count) => ({
      member_id: idOf(owner),
      favorite_id: idOf(sitter),
      created_at: new Date(now.getTime() - (count + 1) * 5 * DAY),
    })),
  );
  await tx.insert(memberFavorites).values(marks);
}

/**
 * A few open jobs have requirements, one is offered first to the sitter with a printed sign-in,
 * and sitters wait for a claimed one. The other jobs of members with printed sign-ins stay as
 * they are.
 */
export async function insertOffers(tx: Queries, plan: JobsPlan, given: Given): Promise<void> {
  const { members, now } = given;
  const sitter = members.find(isCalled('sitter'));
  const hannah = members.find(isCalled('owner'));
  const bystanders = members.filter(({ role }) => role !== 'pet_owner').slice(-4);
  const later = (job: PlannedJob) => job.start_date.getTime() > now.getTime() + 3 * DAY;
  const ofOthers = ({ owner_id }: PlannedJob) =>
    ![sitter?.id, hannah?.id, ...bystanders.map(({ id }) => id)].includes(owner_id);
  const open = plan.jobs.filter((job) => job.status === 'open' && later(job) && ofOthers(job));
  const [reviewed, met, early, asked] = open;
  const require = (job: PlannedJob | undefined, set: Partial<typeof jobs.$inferInsert>) =>
    tx
      .update(jobs)
      .set(set)
      .where(inArray(jobs.id, job ? [job.id] : []));
  await require(reviewed, { requires_reviews: 2 });
  await require(met, { requires_met_before: true, requires_verified: true });
  await require(early, { favorites_until: new Date(now.getTime() + 20 * HOUR) });
  const until_at = new Date(now.getTime() + 22 * HOUR);
  await require(asked, { reserved_until: until_at });
  const claimed = plan.jobs.find(
    ({ status, owner_id }) => status === 'claimed' && owner_id === hannah?.id,
  );
  const holders = plan.claims.filter(({ job_id }) => job_id === claimed?.id);
  const waiting = bystanders.filter(({ id }) => !holders.some(({ sitter_id }) => sitter_id === id));
  const offers = [
    ...(asked && sitter
      ? [{ job_id: asked.id, sitter_id: idOf(sitter), kind: 'asked' as const, until_at }]
      : []),
    ...waiting.slice(0, 2).map((one) => ({
      job_id: claimed?.id ?? '',
      sitter_id: idOf(one),
      kind: 'standby' as const,
      created_at: new Date(now.getTime() - HOUR),
    })),
  ];
  await tx.insert(jobOffers).values(offers.filter(({ job_id }) => job_id !== ''));
}
