import { SSO_FAILURES, type SsoFailure } from '@kindpal/contract/sso/schema';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import { safeReturnPath } from '~/account/sign-in/return-path.ts';
import { suspensionOf } from '~/account/suspension-of.ts';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/calls/client.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

export const meta = () => pageMeta('Sign in');

/**
 * Text for a browser that returned without a code; free text from the address could say anything.
 */
function failureText(code: string | null): string {
  if (code === null) return 'No code detected.';
  const isKnown = Object.hasOwn(SSO_FAILURES, code);
  return SSO_FAILURES[isKnown ? (code as SsoFailure) : 'flow_state_not_found'];
}

/** Completes the sign-in that a provider has returned from, once. [U11] [U12] */
function useReturn() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [given] = useState({
    code: query.get('code'),
    failure: query.get('error_code'),
    to: safeReturnPath({ from: query.get('to') }),
  });
  const [failure, setFailure] = useState(given.code ? null : failureText(given.failure));
  const [isProving, setProving] = useState(false);
  const { accept, step } = useFactorStep({
    onDone: () => void navigate(given.to, { replace: true }),
    onCancel: () => setFailure('You didn’t enter a second factor.'),
  });
  const hasTried = useRef(false);

  async function redeem(auth_code: string): Promise<void> {
    try {
      const session = await client.account.token({ grant_type: 'pkce', auth_code });
      setProving(session.awaits_factor);
      accept(session);
    } catch (error) {
      const reason = suspensionOf(error);
      if (reason) await navigate(reason, { replace: true });
      else setFailure(errorText(error));
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried once, however often it renders
  useEffect(() => {
    if (hasTried.current || !given.code) return;
    hasTried.current = true;
    void redeem(given.code);
  }, []);
  return { failure, isProving, step, to: given.to };
}

export default function ContinuePage() {
  const { failure, isProving, step, to } = useReturn();
  const isMember = useSession().status === 'signed-in';
  if (failure !== null) {
    return (
      <div className="page py-6">
        <EmptyState
          headingLevel={1}
          illustration={<LostConnection />}
          title={isMember ? 'The account isn’t connected' : 'You’re not signed in'}
          action={
            isMember ? (
              <ButtonLink to={to}>Go back</ButtonLink>
            ) : (
              <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>
            )
          }
        >
          <p role="alert">{failure}</p>
        </EmptyState>
      </div>
    );
  }
  if (isProving) return <div className="min-h-[60vh]">{step}</div>;
  return <PartSpinner label="Signing in" className="py-24" />;
}
