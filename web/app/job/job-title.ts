import { jobTypeLabel } from '@kindpal/contract/job/rules';
import type { JobCard } from '@kindpal/contract/job/schema';

/** The type with a capital letter: 'Pet sitting'. */
export function typeText(jobType: string): string {
  const label = jobTypeLabel(jobType);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The title of a job for which only its type and the pet's name are shown. */
export function titleOf(job: JobCard): string {
  return job.view === 'member'
    ? job.title
    : `${typeText(job.job_type)} for ${job.pet_details.name}`;
}
