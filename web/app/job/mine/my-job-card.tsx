import type { JobSide, MyJob } from '@kindpal/contract/job/my-jobs';
import { DOT } from '~/lib/format.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Moment } from '~/ui/moment.tsx';
import { JobCard } from '../job-card.tsx';
import { ExactStatus } from '../job-status.tsx';
import { titleOf } from '../job-title.ts';
import { ChatLink } from './chat-link.tsx';
import { claimLine, statusWord } from './my-job-texts.ts';
import { ReleaseMenu } from './release-menu.tsx';

type MyJobCardProps = {
  item: MyJob;
  as: JobSide;
  headingLevel?: 2 | 3;
  onReleased: () => void;
};

/** A card of one of the member's own jobs: its state, the other member, and actions. [D1] [D3] */
export function MyJobCard({ item, as, headingLevel, onReleased }: MyJobCardProps) {
  const { job, claim, can } = item;
  const word = statusWord(item, as);
  const title = titleOf(job);
  return (
    <JobCard
      job={job}
      {...(headingLevel ? { headingLevel } : {})}
      status={
        word ? <StatusLabel tone={word.tone}>{word.word}</StatusLabel> : <ExactStatus job={job} />
      }
      note={<ClaimNote item={item} as={as} />}
      action={
        can.release || (can.chat && claim) ? (
          <span className="flex flex-wrap items-center gap-x-1 gap-y-2">
            {can.chat && claim ? <ChatLink jobId={job.id} claim={claim} title={title} /> : null}
            {can.release && job.view === 'member' ? (
              <ReleaseMenu job={job} claimId={claim?.id ?? null} as={as} onReleased={onReleased} />
            ) : null}
          </span>
        ) : null
      }
    />
  );
}

/** The other member; for an ended claim how and when it ended, and the reason. */
function ClaimNote({ item, as }: { item: MyJob; as: JobSide }) {
  const line = claimLine(item, as);
  if (!line || !item.claim) return null;
  const { ended_at, end_note } = item.claim;
  return (
    <div className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-sm">
      <p dir="auto" className="wrap-anywhere font-semibold">
        {line}
        {ended_at ? (
          <span className="font-normal text-ink-soft">
            {DOT}
            <Moment at={ended_at} />
          </span>
        ) : null}
      </p>
      {end_note ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-soft">
          “{end_note}”
        </p>
      ) : null}
    </div>
  );
}
