import { Check, Info, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { Button } from '~/ui/button.tsx';
import type { MemberJobDetail } from './job-summary.ts';
import { type RequirementText, requirementTexts } from './requirement-texts.ts';

// Its form is for owners who change something: the page does not wait for it.
const RequirementsWindow = lazyPart(() =>
  import('./requirements-window.tsx').then((module) => module.RequirementsWindow),
);

/** What the job asks of who claims it, before the press; its owner can change it. [J4] [J5] */
export function JobRequirements({ job }: { job: MemberJobDetail }) {
  const [isChanging, setChanging] = useState(false);
  const texts = job.requirements ? requirementTexts(job.requirements, job.owner.full_name) : [];
  const canChange = job.is_mine && job.status === 'open';
  if (texts.length === 0 && !canChange) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {texts.length > 0 ? (
        <ul aria-label="Who can claim it" className="grid gap-1.5 text-sm">
          {texts.map((one) => (
            <li key={one.text} className="flex gap-2">
              <Mark isMet={one.isMet} />
              <span className="min-w-0 wrap-anywhere">{one.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {canChange ? (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setChanging(true)}>
          Change who can claim it
        </Button>
      ) : null}
      {isChanging ? (
        <Suspense>
          <RequirementsWindow
            jobId={job.id}
            requirements={job.requirements}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function Mark({ isMet }: Pick<RequirementText, 'isMet'>) {
  const look = 'mt-0.5 size-4 shrink-0';
  if (isMet === null) return <Info aria-hidden="true" className={`${look} text-accent`} />;
  return isMet ? (
    <Check aria-hidden="true" className={`${look} text-accent`} />
  ) : (
    <X aria-hidden="true" className={`${look} text-danger`} />
  );
}
