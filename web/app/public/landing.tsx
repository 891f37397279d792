import type { ReactNode } from 'react';
import { useSession } from '~/account/session/use-session.ts';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { FirstPaw } from '~/ui/illustrations/first-paw.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { Neighborhood } from '~/ui/illustrations/neighborhood.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { WaitlistForm } from '~/waitlist/waitlist-form.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PlainWords } from './plain-words.tsx';

export function Landing() {
  return (
    <>
      <Hero />
      <Benefits />
      <HowItWorks />
      <PlainWords />
      <ClosingCall />
      <Waitlist />
    </>
  );
}

function Hero() {
  return (
    <section className="page grid items-center gap-x-10 gap-y-4 pt-6 pb-12 md:grid-cols-[1.35fr_1fr] md:pt-12 md:pb-20 lg:grid-cols-2">
      <div className="grid gap-5">
        <p className="font-semibold text-accent text-sm">
          Pet sitting and dog walking, by invitation
        </p>
        <h1 className="text-4xl">Someone you trust, at the other end of the leash.</h1>
        <p className="max-w-lg text-ink-soft text-lg">
          Post a sit or a walk. A neighbor vouched for by another member claims it, and you both
          know right away.
        </p>
        <JoinButtons />
        <p className="text-ink-soft text-sm">Free to join. No commission. One invite per member.</p>
      </div>
      <div className="mx-auto w-full max-w-md md:max-w-none">
        <Neighborhood />
      </div>
    </section>
  );
}

const benefits: readonly { picture: ReactNode; title: string; text: string }[] = [
  {
    picture: <KeyOnTag />,
    title: 'Everyone was invited',
    text: 'Each member came with a code from another, and has exactly one to give. People think twice about who gets it.',
  },
  {
    picture: <FirstPaw />,
    title: 'First to claim it gets the job',
    text: 'No bidding, no waiting for answers. One sitter claims your job, and it’s taken.',
  },
  {
    picture: <WholeBiscuit />,
    title: 'Sitters keep it all',
    text: 'Joining is free and we take no cut. You agree on pay and pay each other directly.',
  },
];

function Benefits() {
  return (
    <section aria-label="Why Kindpal" className="page">
      <ul className="@container grid gap-4 md:grid-cols-3">
        {benefits.map(({ picture, title, text }) => (
          <li
            key={title}
            className="grid @min-[16rem]:max-md:grid-cols-[min(6rem,30%)_minmax(0,1fr)] items-center gap-x-5 gap-y-1 rounded-lg border border-line bg-surface p-5 shadow-1 md:row-span-3 md:grid-cols-1 md:grid-rows-subgrid md:p-7"
          >
            <div className="w-24 @min-[16rem]:max-md:row-span-2 @min-[16rem]:max-md:w-auto md:mb-3 md:w-36">
              {picture}
            </div>
            <h2 className="self-end text-xl">{title}</h2>
            <p className="self-start text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClosingCall() {
  return (
    <section className="page pt-20">
      <div className="scheme-dark grid items-end gap-x-10 overflow-hidden rounded-2xl bg-deep text-ink md:grid-cols-[1fr_15rem] lg:grid-cols-[1fr_20rem]">
        <div className="grid gap-4 px-6 pt-10 sm:p-12 sm:pr-0">
          <h2 className="text-3xl">Someone is waiting at the window.</h2>
          <p className="max-w-lg text-ink-soft text-lg">
            Got a code? Then a neighbor trusts you. No code yet? Ask a member: each of them has one.
            Or <TextLink to="/#waitlist">join the waitlist</TextLink>.
          </p>
          <div className="mt-2">
            <JoinButtons alone />
          </div>
        </div>
        <div className="mx-auto w-64 self-end md:w-full md:pr-12">
          <CatOnSill />
        </div>
      </div>
    </section>
  );
}

function Waitlist() {
  return (
    <section
      id="waitlist"
      aria-labelledby="waitlist-title"
      className="page grid gap-x-12 gap-y-6 pt-20 md:grid-cols-2"
    >
      <div className="grid content-start gap-3">
        <h2 id="waitlist-title" className="text-3xl">
          No code and no one to ask?
        </h2>
        <p className="max-w-lg text-ink-soft text-lg">
          Leave your name. When there’s an invite for you, we’ll email you. We can’t say when.
        </p>
      </div>
      <div className="rounded-xl border border-line bg-surface p-6 shadow-1 sm:p-9">
        <WaitlistForm />
      </div>
    </section>
  );
}

/** The main buttons [P3]: visitors join, members post a job or open their dashboard. */
function JoinButtons({ alone = false }: { alone?: boolean }) {
  const { status } = useSession();
  const [first, second] =
    status === 'signed-in'
      ? [
          { to: '/post-job', label: 'Post a Job' },
          { to: '/dashboard', label: 'Dashboard' },
        ]
      : [
          { to: '/join', label: 'Join Now' },
          { to: '/join', label: 'I Have an Invite Code' },
        ];
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      <ButtonLink to={first.to} size="lg">
        {first.label}
      </ButtonLink>
      {alone ? null : (
        <ButtonLink to={second.to} size="lg" variant="outline">
          {second.label}
        </ButtonLink>
      )}
    </div>
  );
}
