import { BellRing, HandHeart, MessagesSquare, Search } from 'lucide-react';
import { Suspense } from 'react';
import { viewerTimeZone } from '~/lib/format.ts';
import { PushOfferPart } from '~/notification/push/push-offer-part.ts';
import { Card } from '~/ui/card.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LabeledFacts, useAmountText } from './job-facts.tsx';
import { jobPeriod } from './job-period.ts';
import type { MemberJobDetail } from './job-summary.ts';
import { typeText } from './job-title.ts';
import { clockText } from './requirements/requirement-texts.ts';
import { ShareJobButton } from './share-job-button.tsx';

const NEXT_STEPS = [
  { Icon: HandHeart, text: 'Sitters can claim your job. First to claim it gets the job.' },
  {
    Icon: BellRing,
    text: 'We notify you when someone claims it. The job’s page shows who.',
  },
  {
    Icon: MessagesSquare,
    text: 'Say hello in the chat and settle the details: keys, food, times.',
  },
];

const REVIEW = {
  Icon: Search,
  text: 'We approve your job or tell you why we can’t, by email.',
};

/** Confirms that the job is posted, and explains what happens next. [J3] */
export function JobPosted({ job }: { job: MemberJobDetail }) {
  const amount = useAmountText();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <header className="grid justify-items-center gap-2 text-center">
        <div className="w-40">
          <DogOnLead />
        </div>
        <h1 className="text-3xl">
          {job.is_held ? 'Waiting for our team’s review' : 'Your job is posted'}
        </h1>
        <p className="text-ink-soft">
          {job.is_held
            ? 'We look at the first jobs of new members. No one else can see yours until then.'
            : job.offered_until
              ? `The sitters you asked can see it now, all others by ${clockText(job.offered_until)}.`
              : 'Sitters can see your job now.'}
        </p>
      </header>
      <Card inset="lg" className="grid gap-4">
        <h2 dir="auto" className="wrap-anywhere text-2xl">
          {job.title}
        </h2>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {job.description}
        </p>
        <LabeledFacts
          facts={[
            ['When', jobPeriod(job, { now: new Date(), viewerTimeZone: viewerTimeZone() })],
            ['Location', job.location],
            ['Address', job.address],
            ['Total amount', amount(job)],
            ['Job type', typeText(job.job_type)],
            ['Pet', job.pet_details.name],
            ['Breed', job.pet_details.breed],
          ]}
          className="grid gap-3 border-line border-t pt-4 sm:grid-cols-2"
        />
        <div className="grid gap-2.5 border-line border-t pt-4 sm:flex sm:flex-wrap">
          <ButtonLink to={`/jobs/${job.id}`}>View Job</ButtonLink>
          {job.is_held ? null : <ShareJobButton jobId={job.id} title={job.title} />}
          <ButtonLink to="/jobs" variant="quiet">
            Browse Jobs
          </ButtonLink>
        </div>
      </Card>
      <Suspense fallback={null}>
        <PushOfferPart text="Get notified on this device when someone claims your job." />
      </Suspense>
      <section className="grid gap-3">
        <h2 className="text-xl">What happens next</h2>
        <ol className="grid gap-3">
          {(job.is_held ? [REVIEW, ...NEXT_STEPS] : NEXT_STEPS).map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-3.5">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              {text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
