import { useQuery } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { JobCard } from '~/job/job-card.tsx';
import { JobGrid } from '~/job/job-grid.tsx';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { jobsIn, jobsNearQuery, nearAddress, readyTitle } from './jobs-near.ts';

const SHOWN = 3;

/** The end of a sitter's first steps, on top of home: what there is to claim nearby. [O2] */
export function SitterReady() {
  const { profile } = useOwnProfile();
  const area = profile?.location ?? '';
  const { data } = useQuery({ ...jobsNearQuery(area), enabled: area !== '' });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const jobs = jobsIn(area, data);
  return (
    <Card as="section" aria-labelledby="ready" className="mb-9 grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PartyPopper aria-hidden="true" className="size-8 shrink-0 text-accent" />
        <div className="grid min-w-56 flex-1 gap-0.5">
          <h2 ref={heading} id="ready" tabIndex={-1} className="text-xl outline-none">
            {readyTitle(area, data)}
          </h2>
          <p className="text-ink-soft text-sm">
            {area === '' ? (
              <>
                <TextLink to="/edit-profile#contact">Add your area</TextLink> to see what is near.
              </>
            ) : data && jobs.length === 0 ? (
              `No open jobs in ${area} right now. New ones appear on the list of jobs.`
            ) : (
              `In ${area}. First to claim a job gets it.`
            )}
          </p>
        </div>
        <ButtonLink to={jobs.length > 0 ? nearAddress(area) : '/jobs'} size="sm">
          {jobs.length > 0 ? 'See jobs near you' : 'See all jobs'}
        </ButtonLink>
      </div>
      {jobs.length > 0 ? (
        <JobGrid columns={3}>
          {jobs.slice(0, SHOWN).map((job) => (
            <li key={job.id}>
              <JobCard job={job} />
            </li>
          ))}
        </JobGrid>
      ) : null}
    </Card>
  );
}
