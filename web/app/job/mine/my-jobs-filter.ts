import type { JobCounts, JobPhase, JobSide } from '@kindpal/contract/job/my-jobs';
import type { SessionUser } from '~/account/use-session.ts';
import { readSearch } from '~/lib/use-list-filter.ts';

/** The phases in the order of a job's life. Lists need no validation library to know them. */
export const PHASES = [
  'open',
  'upcoming',
  'in_progress',
  'to_confirm',
  'past',
] as const satisfies readonly JobPhase[];

export const PHASE_LABELS: Record<JobPhase, string> = {
  open: 'Open',
  upcoming: 'Upcoming',
  in_progress: 'In progress',
  to_confirm: 'To confirm',
  past: 'Past',
};

export type MyJobsFilter = { as: JobSide; phase: JobPhase | undefined; search: string };

/** The phases that jobs of this side can be in: a sitter's begin with the claim. */
export function phasesOf(as: JobSide): readonly JobPhase[] {
  return as === 'owner' ? PHASES : PHASES.filter((phase) => phase !== 'open');
}

/** The filter that an address names; without a side it is the one that the member looks with. */
export function readMyJobsFilter(
  params: URLSearchParams,
  { active_role }: Pick<SessionUser, 'active_role'>,
): MyJobsFilter {
  const given = params.get('as');
  const usual = active_role === 'pet_sitter' ? 'sitter' : 'owner';
  const as = given === 'owner' || given === 'sitter' ? given : usual;
  const phase = phasesOf(as).find((one) => one === params.get('state'));
  return { as, phase, search: readSearch(params) };
}

/** The address of My jobs. */
export function myJobsAddress(as: JobSide, phase?: JobPhase): string {
  return `/my-jobs?as=${as}${phase ? `&state=${phase}` : ''}`;
}

/** The most that is counted of a phase; `MY_JOBS_COUNTED` of the contract. */
const COUNTED = 999;

/** '29', or '999+' where more is not counted. */
export function jobCountText(counts: JobCounts, phases: readonly JobPhase[]): string {
  const isMore = phases.some((phase) => counts[phase] > COUNTED);
  const sum = phases.reduce((total, phase) => total + counts[phase], 0);
  return isMore ? `${COUNTED}+` : `${sum}`;
}
