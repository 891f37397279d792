import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { acceptSession } from '~/account/session-store.ts';
import { useSession } from '~/account/use-session.ts';
import { client } from '~/lib/client.ts';
import { errorText } from '~/lib/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { isRetryable } from '~/lib/reachability.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PageSpinner } from '~/ui/spinner.tsx';

export const meta = () => pageMeta('Confirm email');

/** The mailed token, taken from the address once. */
function useMailedToken(): string {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  return token;
}

function useConfirmation(token: string) {
  const asked = useRef(false);
  const confirm = useMutation({
    mutationFn: () => client.account.verify({ type: 'email_change', token }),
    onSuccess: ({ session }) => {
      if (session) acceptSession(session);
    },
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  return confirm;
}

export default function ConfirmEmailPage() {
  const { user } = useSession();
  const { isSuccess, isError, error, mutate } = useConfirmation(useMailedToken());
  const next = user ? '/edit-profile' : '/join?tab=signin';

  if (isSuccess) {
    return (
      <EmptyState
        className="px-4"
        headingLevel={1}
        illustration={<ChatBubbles />}
        title="Your new email is confirmed"
        action={<ButtonLink to={next}>{user ? 'Back to your profile' : 'Sign In'}</ButtonLink>}
      >
        <p>From now on you sign in with it, and our emails go there.</p>
      </EmptyState>
    );
  }
  const canTryAgain = isRetryable(error);
  if (!isError) return <PageSpinner label="Confirming your email" />;
  return (
    <EmptyState
      className="px-4"
      headingLevel={1}
      illustration={<LostConnection />}
      title="This email could not be confirmed"
      action={
        <>
          {canTryAgain ? <Button onClick={() => mutate()}>Try again</Button> : null}
          <ButtonLink to={next} variant={canTryAgain ? 'outline' : 'primary'}>
            {user ? 'Back to your profile' : 'Sign In'}
          </ButtonLink>
        </>
      }
    >
      <p role="alert">
        {canTryAgain
          ? errorText(error)
          : 'This link is not complete, was used before, or is too old. Enter the new email once more in your profile, and a new link comes.'}
      </p>
    </EmptyState>
  );
}
