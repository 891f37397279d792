import { useQuery } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { JobCard } from '~/job/job-card.tsx';
import { JobGrid } from '~/job/job-grid.tsx';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { jobsNearQuery, jobsOfOthers, NEAR_ADDRESS, NEAR_MILES, readyTitle } from './jobs-near.ts';

const SHOWN = 3;

/** Shown on the dashboard after a sitter's first steps: open jobs nearby. [O2] */
export function SitterReady() {
  const { profile } = useOwnProfile();
  const place = profile?.place_id ?? null;
  const { data } = useQuery({ ...jobsNearQuery(place ?? 0), enabled: place !== null });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const jobs = jobsOfOthers(data);
  const around = `within ${NEAR_MILES} miles of ${profile?.location}`;
  return (
    <Card as="section" aria-labelledby="ready" className="mb-9 grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PartyPopper aria-hidden="true" className="size-8 shrink-0 text-accent" />
        <div className="grid min-w-56 flex-1 gap-0.5">
          <h2 ref={heading} id="ready" tabIndex={-1} className="text-xl outline-none">
            {readyTitle(data)}
          </h2>
          <p className="text-ink-soft text-sm">
            {place === null ? (
              <>
                <TextLink to="/edit-profile#contact">Add your area</TextLink> to see what’s near.
              </>
            ) : data && jobs.length === 0 ? (
              `No open jobs ${around} right now. New ones appear on the list of jobs.`
            ) : (
              `Open jobs ${around}. First to claim it gets the job.`
            )}
          </p>
        </div>
        <ButtonLink to={jobs.length > 0 ? NEAR_ADDRESS : '/jobs'} size="sm" variant="secondary">
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
