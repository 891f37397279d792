import type { AgendaItem } from '@kindpal/contract/job/agenda';
import { client } from '~/lib/calls/client.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { type DayJob, sectionOfDay } from './day.ts';

/** Today's and tomorrow's jobs of the viewer on either side, with what each job's page shows. */
export async function fetchDay(now: number): Promise<DayJob[]> {
  const { items } = await client.job.getAgenda();
  const due = items.filter((item) => isOfTheseDays(item, now));
  const jobs = await Promise.all(due.map(fetchJob));
  return jobs.filter((job) => job !== null);
}

function isOfTheseDays({ job, claim }: AgendaItem, now: number): boolean {
  if (job.view !== 'member' || !claim) return false;
  const { status } = job;
  if (status !== 'claimed' && status !== 'in_progress') return false;
  return sectionOfDay({ ...job, status }, now) !== null;
}

/** Null for a job that ended between the two responses. */
async function fetchJob({ job: { id }, as }: AgendaItem): Promise<DayJob | null> {
  try {
    const job = await client.job.get({ id });
    if (job.view !== 'member' || !job.claim) return null;
    const { status, claim } = job;
    if (status !== 'claimed' && status !== 'in_progress') return null;
    const care = job.can.care ? await client.job.getPetCare({ job_id: id }) : null;
    const other = as === 'owner' ? claim.sitter : job.owner;
    return {
      id,
      as,
      status,
      title: job.title,
      pet_name: job.pet_details.name,
      start_date: job.start_date,
      end_date: job.end_date,
      time_zone: job.time_zone,
      location: job.location,
      address: job.address,
      special_instructions: job.special_instructions,
      care: care && {
        medical_conditions: care.medical_conditions,
        emergency_contact: care.emergency_contact,
        emergency_phone: care.emergency_phone,
      },
      claim_id: claim.id,
      other: { id: other.id, full_name: other.full_name },
    };
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND', 'FORBIDDEN')) return null;
    throw error;
  }
}
