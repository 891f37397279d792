import { useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { HOME_PATH } from '~/account/return-path.ts';
import { acceptSession } from '~/account/session-store.ts';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

export const meta = () => pageMeta('Sign in');

async function signIn(token: string, confirmed: boolean): Promise<void> {
  const input = { type: 'magiclink' as const, token_hash: token, confirmed };
  const { session } = await client.account.verify(input);
  if (session) acceptSession(session);
}

type Outcome = 'trying' | 'done' | 'refused' | { email: string };

/** Tries the link once: where it was asked for it works at once, elsewhere it asks first. [U9] */
function useFirstTry(token: string): Outcome {
  const [outcome, setOutcome] = useState<Outcome>('trying');
  const hasTried = useRef(false);
  useEffect(() => {
    if (hasTried.current) return;
    hasTried.current = true;
    signIn(token, false).then(
      () => setOutcome('done'),
      (error) => setOutcome(outcomeOf(error)),
    );
  }, [token]);
  return outcome;
}

/** The address that a link is for is named, so that nobody takes somebody else's for their own. */
function outcomeOf(error: unknown): Outcome {
  if (hasCode(error, 'TOKEN_REFUSED')) return 'refused';
  const { data } = error as { data?: { email?: string } };
  return { email: data?.email ?? 'the address that this link was sent to' };
}

export default function SignInLinkPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const outcome = useFirstTry(token);
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
            asked for in another browser: go on only if that was you.
          </>
        ),
        button: 'Sign In Here',
      }}
      done={{
        title: 'You’re signed in',
        text: 'The link and the code beside it are used up.',
        action: <ButtonLink to={HOME_PATH}>Go to your dashboard</ButtonLink>,
      }}
      expired={{
        title: 'This link does not work',
        text: 'It is incomplete, already used or older than 10 minutes. You can ask for a new one on the sign-in page.',
        action: <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>,
      }}
    />
  );
}
