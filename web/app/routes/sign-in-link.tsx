import type { Session } from '@kindpal/contract/account/schema';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/calls/client.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

export const meta = () => pageMeta('Sign in');

async function redeem(token: string, confirmed: boolean): Promise<Session | null> {
  const input = { type: 'magiclink' as const, token_hash: token, confirmed };
  return (await client.account.verify(input)).session;
}

type Outcome = 'trying' | 'proving' | 'done' | 'refused' | { email: string };

/**
 * Tries the link once: where it was requested it works immediately, elsewhere it asks first. The
 * `step` asks for a second factor. [U9] [U13]
 */
function useSignIn(token: string) {
  const [outcome, setOutcome] = useState<Outcome>('trying');
  const { accept, step } = useFactorStep({
    onDone: () => setOutcome('done'),
    onCancel: () => setOutcome('refused'),
  });
  const hasTried = useRef(false);

  async function signIn(given: string, confirmed: boolean): Promise<void> {
    const session = await redeem(given, confirmed);
    if (session?.awaits_factor) setOutcome('proving');
    if (session) accept(session);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried once, however often it renders
  useEffect(() => {
    if (hasTried.current) return;
    hasTried.current = true;
    signIn(token, false).catch((error) => setOutcome(outcomeOf(error)));
  }, [token]);
  return { outcome, step, signIn };
}

/** Shows the address of the link, so that nobody signs in to somebody else's account by mistake. */
function outcomeOf(error: unknown): Outcome {
  if (hasCode(error, 'TOKEN_REFUSED')) return 'refused';
  const { data } = error as { data?: { email?: string } };
  return { email: data?.email ?? 'the address that this link was sent to' };
}

export default function SignInLinkPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { outcome, step, signIn } = useSignIn(token);
  if (outcome === 'proving') return <div className="min-h-[60vh]">{step}</div>;
  if (outcome === 'trying') return <PartSpinner label="Signing in" className="py-24" />;
  if (outcome === 'done') return <Navigate to={HOME_PATH} replace />;
  return (
    <MailedLink
      call={(given) => signIn(given, true)}
      isExpired={outcome === 'refused'}
      asked={{
        title: 'Sign in here?',
        text: (
          <>
            It signs you in as <bdi>{outcome === 'refused' ? '' : outcome.email}</bdi>. The link was
            requested in another browser. Continue only if that was you.
          </>
        ),
        button: 'Sign in here',
      }}
      done={{
        title: 'You’re signed in',
        text: 'The link and the code beside it are used up.',
        action: <ButtonLink to={HOME_PATH}>Go to your dashboard</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'It’s incomplete, already used or older than 10 minutes. You can ask for a new one on the sign-in page.',
        action: <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>,
      }}
    />
  );
}
