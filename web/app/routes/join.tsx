import { Suspense, useDeferredValue, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { publicPageMeta } from '~/public/public-page-meta.ts';
import { Card } from '~/ui/card.tsx';
import { CheckIcon } from '~/ui/icons.tsx';
import { TextLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

/** The page shows before its forms' code is loaded, which starts immediately. */
const loadJoin = () => import('~/account/sign-up/join.tsx').then((module) => module.Join);
const Join = lazyPart(loadJoin);
if (!import.meta.env.SSR) {
  // The validation library arrives first and so runs in a task of its own.
  import('@kindpal/contract/text/schema').catch(() => {});
  loadJoin().catch(() => {});
}

export const meta = () =>
  publicPageMeta({
    title: 'Join',
    description:
      'Sign up with a member’s invite code, or sign in. Joining Kindpal is free, and there is no commission.',
    path: '/join',
  });

export default function JoinPage() {
  // The prerendered page and the first moment in the browser; the forms follow in small steps.
  const isAwake = useDeferredValue(true, false);
  const [isInvited, setInvited] = useState(false);
  return (
    <div className="for-visitor page grid gap-5 py-6 sm:gap-6 sm:py-12">
      <header className="mx-auto grid min-h-32 w-full max-w-lg content-center gap-2 text-center">
        {isInvited ? <Invited /> : <Welcome />}
      </header>
      {/* The forms come with their code: input entered before would be lost. */}
      <Suspense fallback={<FormsSkeleton />}>
        {isAwake ? <Join onInvited={setInvited} /> : <FormsSkeleton />}
      </Suspense>
    </div>
  );
}

function Welcome() {
  return (
    <>
      <h1 className="text-3xl">Welcome, neighbor</h1>
      <p className="text-balance text-ink-soft">
        Pet care among neighbors, by invitation. Sign up with a code from a member you know. No
        code? <TextLink to="/#waitlist">Join the waitlist</TextLink>.
      </p>
    </>
  );
}

/** Shown for a valid code: three lines on what this is and what it is not. [U1] */
function Invited() {
  return (
    <>
      <h1 className="flex items-center justify-center gap-2 text-3xl">
        You’re invited
        <CheckIcon className="size-8 text-positive" />
      </h1>
      <ul className="text-ink-soft max-sm:text-sm">
        <li>Neighbors care for each other’s pets.</li>
        <li>Everyone here was invited. Joining is free.</li>
        <li>No agency and no commission.</li>
      </ul>
    </>
  );
}

function FormsSkeleton() {
  return (
    <Card
      inset="lg"
      className="mx-auto grid min-h-[53rem] sm:min-h-[54.9rem] w-full max-w-lg content-start gap-5"
    >
      <Skeleton className="h-13 w-full rounded-full" />
      {['code', 'name', 'email', 'password'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </Card>
  );
}
