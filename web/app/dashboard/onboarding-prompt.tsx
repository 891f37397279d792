import type { ActiveRole } from '@kindpal/contract/member/role';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { ArrowRight } from 'lucide-react';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';

/** The first steps of each role. [D2] */
export const ONBOARDING = {
  pet_owner: {
    to: '/pet-onboarding',
    title: 'Tell us about your pet',
    text: 'Two short steps tell sitters who they’d care for.',
    isDone: (profile: OwnProfile) => profile.pet_onboarding_completed,
  },
  pet_sitter: {
    to: '/pet-sitter-onboarding',
    title: 'Get ready to sit',
    text: 'Four short steps: about you, your rate, how you’re paid, and when you’re free.',
    isDone: (profile: OwnProfile) => profile.onboarding_completed,
  },
};

/** A link to the first steps of the chosen role, until they are completed. [D2] */
export function OnboardingPrompt({ view }: { view: ActiveRole }) {
  const { profile, isPending } = useOwnProfile();
  if (isPending) return <div data-loading="" />;
  const { to, title, text, isDone } = ONBOARDING[view];
  if (!profile || isDone(profile)) return null;
  return (
    <Card
      as="section"
      aria-labelledby="onboarding-prompt"
      className="grid items-center gap-4 sm:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-1">
        <h2 id="onboarding-prompt" className="text-lg">
          {title}
        </h2>
        <p className="text-ink-soft text-sm">{text}</p>
      </div>
      <ButtonLink
        to={to}
        variant="outline"
        icon={<ArrowRight aria-hidden="true" className="size-5" />}
      >
        Begin
      </ButtonLink>
    </Card>
  );
}
