import { Plus, Search } from 'lucide-react';
import { useViewer } from '~/account/session/use-session.ts';
import { VisitorNotice } from '~/account/visitor-notice.tsx';
import { Directory, startDirectory } from '~/member/directory.tsx';
import { BackLink } from '~/ui/back-link.tsx';
import { cx } from '~/ui/class-names.ts';
import { ButtonLink } from '~/ui/link.tsx';

export function meta() {
  return [
    { title: 'Find Your Pet Pal · Kindpal' },
    { name: 'description', content: 'Neighbors who sit and walk, each invited by a member.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export async function clientLoader() {
  await startDirectory();
  return null;
}

/** On a phone only the words fit side by side. */
const icon = { 'aria-hidden': true, className: 'size-5 max-sm:hidden' } as const;

export default function PetSittersPage() {
  const viewer = useViewer();
  return (
    <div
      className={cx(
        'page grid grid-cols-[minmax(0,1fr)] gap-6',
        // Without the link back, the title stands where those of other pages for visitors do.
        viewer ? 'py-4 md:py-6' : 'py-6 md:py-10',
      )}
    >
      <div className="grid gap-2">
        {viewer ? <BackLink to="/dashboard">Back to Dashboard</BackLink> : null}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="grid gap-1.5">
            <h1 className="text-3xl">Find Your Pet Pal</h1>
            <p className="text-ink-soft">Everyone here was invited by someone who trusts them.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {viewer ? (
              <ButtonLink to="/post-job" icon={<Plus {...icon} />}>
                Post a Job
              </ButtonLink>
            ) : null}
            <ButtonLink to="/jobs" variant="outline" icon={<Search {...icon} />}>
              View Available Jobs
            </ButtonLink>
          </div>
        </div>
      </div>
      {viewer ? null : (
        <VisitorNotice>Members see full names and availability, and can post jobs.</VisitorNotice>
      )}
      <Directory />
    </div>
  );
}
