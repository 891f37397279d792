import { Suspense, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';
import type { MemberJobDetail } from '../job-summary.ts';
import { RequirementList } from './requirement-list.tsx';
import { requirementTexts } from './requirement-texts.ts';

// Loaded on demand: only owners who edit need this form.
const RequirementsWindow = lazyPart(() =>
  import('./requirements-window.tsx').then((module) => module.RequirementsWindow),
);

/** A job's requirements, shown before claiming; its owner can change them. [J4] [J5] */
export function JobRequirements({ job }: { job: MemberJobDetail }) {
  const [isChanging, setChanging] = useState(false);
  const texts = job.requirements ? requirementTexts(job.requirements, job.owner.full_name) : [];
  const canChange = job.is_mine && job.status === 'open';
  if (texts.length === 0 && !canChange) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {texts.length > 0 ? <RequirementList texts={texts} className="gap-1.5 text-sm" /> : null}
      {canChange ? (
        <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setChanging(true)}>
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
