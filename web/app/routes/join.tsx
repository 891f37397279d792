import { isInviteCode } from '@kindpal/contract/invite/rules';
import { Suspense, useCallback, useDeferredValue, useState } from 'react';
import type { Invite } from '~/account/sign-up/use-invite.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { publicPageMeta } from '~/public/public-page-meta.ts';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
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
  // Until the form has read its code, the head script's guess decides which greeting is shown.
  const [invite, setInvite] = useState<Invite>();
  const greet = useCallback((next: Invite) => {
    setInvite(next);
    document.documentElement.toggleAttribute('data-invited', isInviteCode(next.code));
  }, []);
  return (
    <div className="for-visitor page grid gap-5 py-6 sm:gap-6 sm:py-12">
      <header className="mx-auto grid min-h-32 w-full max-w-lg content-center gap-2 text-center">
        {invite && isInviteCode(invite.code) ? null : (
          <Welcome refused={refusedCode(invite)} className={invite ? undefined : 'for-uninvited'} />
        )}
        {invite && !isInviteCode(invite.code) ? null : (
          <Invited
            isChecked={invite?.state === 'valid'}
            refused={refusedCode(invite)}
            className={invite ? undefined : 'for-invited'}
          />
        )}
      </header>
      {/* The forms come with their code: input entered before would be lost. */}
      <Suspense fallback={<FormsSkeleton />}>
        {isAwake ? <Join onInvite={greet} /> : <FormsSkeleton />}
      </Suspense>
    </div>
  );
}

const refusedCode = (invite: Invite | undefined) =>
  invite?.state === 'refused' ? invite.code : null;

type GreetingProps = { refused: string | null; className: string | undefined };

/** For everybody without a code, or with one that cannot be a code. */
function Welcome({ refused, className }: GreetingProps) {
  return (
    <div className={cx('grid gap-2', className)}>
      <h1 className="text-3xl">Welcome, neighbor</h1>
      {refused === null ? (
        <p className="text-balance text-ink-soft">
          Pet care among neighbors, by invitation. Sign up with a code from a member you know. No
          code? <TextLink to="/#waitlist">Join the waitlist</TextLink>.
        </p>
      ) : (
        <Refused code={refused} />
      )}
    </div>
  );
}

/**
 * For a newcomer with a code: three lines on what this is and what it is not. The check mark
 * appears in its place once the code is known to be valid. The heading stays if it is not, because
 * it would change while it is read. [U1]
 */
function Invited({ isChecked, refused, className }: GreetingProps & { isChecked: boolean }) {
  return (
    <div className={cx('grid gap-2', className)}>
      <h1 className="text-3xl">
        <span className="relative">
          You’re invited
          <CheckIcon
            className={cx(
              'absolute top-[0.05em] left-full ml-1.5 size-[0.9em] text-positive',
              isChecked ? '' : 'invisible',
            )}
          />
        </span>
      </h1>
      {/* One block of text: the page's largest, so that it counts as loaded with the first paint. */}
      {refused === null ? (
        <p className="text-ink-soft max-sm:text-sm">
          Neighbors care for each other’s pets.
          <br />
          Everyone here was invited. Joining is free.
          <br />
          No agency and no commission.
        </p>
      ) : (
        <Refused code={refused} />
      )}
    </div>
  );
}

/** Says of a code that does not work what to do, in place of the greeting. */
function Refused({ code }: { code: string }) {
  return (
    <p role="status" className="wrap-anywhere text-ink-soft max-sm:text-sm">
      <strong className="block text-ink">
        Invite code <span className="inline-block">{code}</span> doesn’t work
      </strong>
      It may have been used or replaced. Ask the member who sent it for a new link, or{' '}
      <TextLink to="/#waitlist">join the waitlist</TextLink>.
    </p>
  );
}

function FormsSkeleton() {
  return (
    <Card
      inset="lg"
      className="mx-auto grid min-h-[50.25rem] sm:min-h-[53.25rem] w-full max-w-lg content-start gap-5"
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
