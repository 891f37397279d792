import { useQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  ClipboardList,
  PawPrint,
  Plus,
  Search,
  TicketCheck,
  Users,
} from 'lucide-react';
import { useUser } from '~/account/session/use-session.ts';
import { AgreeBanner } from '~/guideline/agree-banner.tsx';
import { InviteDialog } from '~/invite/invite-dialog.tsx';
import { myJobsAddress } from '~/job/mine/my-jobs-filter.ts';
import { myJobCountsQuery } from '~/job/mine/use-my-jobs.ts';
import { MailboxBanner } from '~/notification/mailbox-banner.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Agenda } from './agenda.tsx';
import { FirstSteps } from './first-steps.tsx';
import { JobsInProgress } from './jobs-in-progress.tsx';
import { OnboardingPrompt } from './onboarding-prompt.tsx';
import { OpenJobs } from './open-jobs.tsx';
import { OwnJobs } from './own-jobs.tsx';
import { ProfileCard, useIsProfileShort } from './profile-card.tsx';
import { useSwitchRole } from './use-switch-role.ts';
import { ViewingAs } from './viewing-as.tsx';

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

const myDay = { to: '/my-day', label: 'My Day', icon: <CalendarCheck {...icon} /> };
const myJobs = (as: 'owner' | 'sitter') => ({
  to: myJobsAddress(as),
  label: 'My Jobs',
  icon: <ClipboardList {...icon} />,
});
/** The buttons of each mode; on a phone, a long one and a short one fit one line. [D1] */
const NEXT_STEPS = {
  pet_owner: [
    { to: '/post-job', label: 'Post a Job', icon: <Plus {...icon} /> },
    myJobs('owner'),
    { to: '/pet-sitters', label: 'Find Pet Sitters', icon: <PawPrint {...icon} /> },
    myDay,
  ],
  pet_sitter: [
    { to: '/jobs', label: 'View Available Jobs', icon: <Search {...icon} /> },
    myJobs('sitter'),
    { to: '/pet-owners', label: 'Browse Pet Owners', icon: <Users {...icon} /> },
    myDay,
  ],
};

/** The dashboard, for the role that the member has chosen. [D1] [D2] [D3] [D4] */
export function Dashboard() {
  const user = useUser();
  const view = useSwitchRole();
  const isOwner = view.shown === 'pet_owner';
  const isFresh = useIsFresh();
  const isProfileShort = useIsProfileShort();
  const inProgress = <JobsInProgress onlyIfAny={isOwner || isFresh} />;
  return (
    // Sections below a part that is still loading stay hidden, so that nothing moves.
    <div className="grid gap-9 [&>:has([data-loading])~*]:hidden">
      <header className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 wrap-anywhere text-3xl">
            Hello, <bdi>{user.full_name.split(' ')[0] || 'neighbor'}</bdi>
          </h1>
          {user.role === 'both' ? <ViewingAs view={view} /> : null}
        </div>
        {/* On a tablet, four buttons fit one line. */}
        <div className="flex flex-wrap gap-2.5 md:max-lg:gap-2 md:max-lg:*:px-3">
          {NEXT_STEPS[view.shown].map((step, place) => (
            <ButtonLink
              key={step.to}
              to={step.to}
              size="sm"
              variant={place === 0 && !isFresh ? 'primary' : 'outline'}
              icon={step.icon}
            >
              {step.label}
            </ButtonLink>
          ))}
        </div>
      </header>
      <MailboxBanner />
      <AgreeBanner />
      {isFresh ? <FirstSteps view={view.shown} /> : null}
      <Agenda profile={isProfileShort && !isFresh ? <ProfileCard /> : null} />
      {isFresh ? null : <OnboardingPrompt view={view.shown} />}
      {isOwner ? (
        <>
          {isFresh ? null : <OwnJobs />}
          {inProgress}
        </>
      ) : (
        <>
          {inProgress}
          <OpenJobs />
        </>
      )}
      {isProfileShort && !isFresh ? null : <ProfileCard />}
      <InviteCard />
    </div>
  );
}

/** Whether the member has never had a job on either side. */
function useIsFresh(): boolean {
  const { data } = useQuery(myJobCountsQuery);
  if (!data) return false;
  return [data.owner, data.sitter].every((counts) =>
    Object.values(counts).every((count) => count === 0),
  );
}

function InviteCard() {
  return (
    <Card
      as="section"
      aria-label="Invite a neighbor"
      className="grid items-center gap-4 sm:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-1">
        <h2 className="text-lg">Know someone great?</h2>
        <p className="text-ink-soft text-sm">
          Everyone here was invited. Bring in a neighbor you’d trust with your keys.
        </p>
      </div>
      <InviteDialog variant="outline" size="md" icon={<TicketCheck {...icon} />}>
        Invite a neighbor
      </InviteDialog>
    </Card>
  );
}
