import type { JobCounts, JobPhase, JobSide } from '@kindpal/contract/job/my-jobs';
import { TO_CONFIRM } from '@kindpal/contract/job/rules';
import type { SessionUser } from '~/account/session/use-session.ts';
import { readSearch } from '~/lib/use-list-filter.ts';

/**
 * The phases in order. A separate list, because the contract's would load the validation library.
 */
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
  to_confirm: TO_CONFIRM,
  past: 'Past',
};

export type MyJobsFilter = { as: JobSide; phase: JobPhase | undefined; search: string };

/** The phases that jobs of this side can have: a sitter's begin with the claim. */
export function phasesOf(as: JobSide): readonly JobPhase[] {
  return as === 'owner' ? PHASES : PHASES.filter((phase) => phase !== 'open');
}

/** The filter in an address; without a side, the one of the member's role. */
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

/** Each phase is counted up to this number; `MY_JOBS_COUNTED` of the contract. */
const COUNTED = 999;

/** '29', or '999+' above the counting limit. */
export function jobCountText(counts: JobCounts, phases: readonly JobPhase[]): string {
  const isMore = phases.some((phase) => counts[phase] > COUNTED);
  const sum = phases.reduce((total, phase) => total + counts[phase], 0);
  return isMore ? `${COUNTED}+` : `${sum}`;
}
