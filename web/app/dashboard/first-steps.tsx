import type { ActiveRole } from '@kindpal/contract/member/role';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { ONBOARDING } from './onboarding-prompt.tsx';

type Step = {
  title: string;
  text: string;
  to: string;
  link: string;
  isDone: (profile: OwnProfile) => boolean;
};

const lacks = (profile: OwnProfile, fields: string[]) =>
  profile.completeness.missing.some(({ field }) => fields.includes(field));

/** The three first steps of each role. [D1] [D2] */
const STEPS: Record<ActiveRole, [Step, Step, Step]> = {
  pet_owner: [
    { ...ONBOARDING.pet_owner, link: 'Begin' },
    {
      title: 'Post your first job',
      text: 'Say what your pet needs, when, and what you pay. First to claim it gets the job.',
      to: '/post-job',
      link: 'Post your first job',
      isDone: () => false,
    },
    {
      title: 'Meet the sitters',
      text: 'See who sits in your community and message them.',
      to: '/pet-sitters',
      link: 'See all sitters',
      isDone: () => false,
    },
  ],
  pet_sitter: [
    { ...ONBOARDING.pet_sitter, link: 'Begin' },
    {
      title: 'Show who you are',
      text: 'A photo and a few words: owners look at them before they hand over a key.',
      to: '/edit-profile',
      link: 'Add a photo and bio',
      isDone: (profile) => !lacks(profile, ['bio', 'profile_image_url']),
    },
    {
      title: 'Claim your first job',
      text: 'First to claim it gets the job.',
      to: '/jobs',
      link: 'See open jobs',
      isDone: () => false,
    },
  ],
};

/** Suggested first steps, shown instead of empty lists. [D1] [D2] */
export function FirstSteps({ view }: { view: ActiveRole }) {
  const { profile, isPending } = useOwnProfile();
  if (isPending) return <div data-loading="" />;
  if (!profile) return null;
  const steps = STEPS[view].map((step) => ({ ...step, isDone: step.isDone(profile) }));
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol aria-label="First steps" className="grid gap-3 lg:grid-cols-3">
      {steps.map((step, place) => (
        <li key={step.to} className="grid">
          <StepCard {...step} place={place + 1} isNext={step.to === next?.to} />
        </li>
      ))}
    </ol>
  );
}

type StepCardProps = Omit<Step, 'isDone'> & { place: number; isDone: boolean; isNext: boolean };

function StepCard({ title, text, to, link, place, isDone, isNext }: StepCardProps) {
  const id = useId();
  return (
    <Card
      {...(isDone ? {} : { as: 'section', 'aria-labelledby': id })}
      className="grid grid-cols-[auto_1fr] grid-rows-[auto_1fr] gap-x-3.5 gap-y-1"
    >
      <span
        aria-hidden="true"
        className="row-span-3 grid size-9 place-items-center rounded-full bg-accent-soft font-bold text-accent"
      >
        {isDone ? <Check className="size-5" /> : place}
      </span>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="text-ink-soft text-sm">{isDone ? 'Done' : text}</p>
      {isDone ? null : (
        <ButtonLink
          to={to}
          size="sm"
          variant={isNext ? 'primary' : 'outline'}
          className="mt-2 justify-self-start"
        >
          {link}
        </ButtonLink>
      )}
    </Card>
  );
}
