import type { JobDetail } from '@kindpal/contract/job/schema';
import { useViewer } from '~/account/session/use-session.ts';
import { JobThreadsPart } from '~/chat/inbox/job-threads-part.tsx';
import { JobReviews } from '~/review/job-reviews.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { ClaimEnded } from '../history/claim-ended.tsx';
import { JobHistory } from '../history/job-history.tsx';
import { useJobHistory } from '../history/use-job-history.ts';
import { JobFacts } from '../job-facts.tsx';
import { ExactStatus } from '../job-status.tsx';
import { typeText } from '../job-title.ts';
import { PetPicture } from '../pet-picture.tsx';
import { JobHeader } from './job-header.tsx';

type PublicJobDetail = Extract<JobDetail, { view: 'public' }>;

/**
 * The public view of a job: an open one for visitors, any other for its former sitter. [J1] [J4]
 */
export function PublicJobPage({ job }: { job: PublicJobDetail }) {
  const isSignedIn = useViewer() !== null;
  const history = useJobHistory(job.id);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_min(24rem,40%)]">
      <div className="empty:hidden lg:col-span-2">
        <ClaimEnded jobId={job.id} history={history} />
      </div>
      <JobHeader
        picture={
          <PetPicture
            name={job.pet_details.name}
            src={null}
            className="aspect-square w-full @max-[28rem]:hidden"
          />
        }
      >
        <div className="grid min-w-0 content-start gap-3">
          <div className="flex">
            <ExactStatus job={job} />
          </div>
          <h1 className="wrap-anywhere text-3xl">
            {typeText(job.job_type)} for <bdi>{job.pet_details.name}</bdi>
          </h1>
          <JobFacts job={job} className="text-base" />
        </div>
      </JobHeader>
      <Card className="grid justify-items-start gap-3">
        {isSignedIn ? (
          <>
            <h2 className="text-lg">Your claim on this job ended</h2>
            <p className="text-ink-soft">Only its owner and sitter see the rest.</p>
            <ButtonLink to="/jobs">Browse Jobs</ButtonLink>
          </>
        ) : (
          <>
            <h2 className="text-lg">Members see more</h2>
            <p className="text-ink-soft">See exact dates, who posted it, and claim it.</p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/join">Join with an invite</ButtonLink>
              <ButtonLink
                to="/join?tab=signin"
                state={{ from: `/jobs/${job.id}` }}
                variant="outline"
              >
                Sign In
              </ButtonLink>
            </div>
          </>
        )}
      </Card>
      <div className="grid min-w-0 gap-6 empty:hidden lg:col-start-1">
        <JobReviews jobId={job.id} hasHistory={history.events.length > 1} isNext />
        {isSignedIn ? <JobThreadsPart jobId={job.id} open={null} /> : null}
        <JobHistory jobId={job.id} history={history} />
      </div>
    </div>
  );
}
