import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';

/** Shown after the first steps, with links to continue. [O4] */
export function OnboardingSuccess() {
  const { role } = useUser();
  const { profile } = useOwnProfile();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const hasSitterSteps = role === 'both' && profile?.onboarding_completed === false;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <Card inset="lg" className="grid justify-items-center gap-5 text-center">
        <div className="w-48">
          <DogOnLead />
        </div>
        <div className="grid gap-2">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-[length:min(var(--text-3xl),8.4vw)] leading-tight outline-none"
          >
            Congratulations!
          </h1>
          <p className="text-ink-soft">
            You’re all set. Post your first job when your pet needs someone: first to claim it gets
            the job.
          </p>
        </div>
        <div className="grid w-full gap-2.5 sm:flex sm:flex-wrap sm:justify-center">
          <ButtonLink to="/dashboard">View Dashboard</ButtonLink>
          <ButtonLink
            to="/post-job"
            variant="outline"
            icon={<Plus aria-hidden="true" className="size-5" />}
          >
            Post a Job
          </ButtonLink>
        </div>
        <p className="text-ink-soft text-sm">
          Questions? The <TextLink to="/faq">FAQ</TextLink> has answers.
        </p>
      </Card>
      {hasSitterSteps ? (
        <Card className="grid items-center gap-3 sm:grid-cols-[1fr_auto]">
          <p>You’re a sitter too. Four short steps tell owners what you offer and when.</p>
          <ButtonLink to="/pet-sitter-onboarding" variant="outline" size="sm">
            Set up your sitter profile
          </ButtonLink>
        </Card>
      ) : null}
    </div>
  );
}
