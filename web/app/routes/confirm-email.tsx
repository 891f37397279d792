import { acceptSession } from '~/account/session/session-store.ts';
import { useSession } from '~/account/session/use-session.ts';
import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Confirm email');

async function confirm(token: string): Promise<void> {
  const { session } = await client.account.verify({ type: 'email_change', token });
  if (session) acceptSession(session);
}

export default function ConfirmEmailPage() {
  const { user } = useSession();
  const next = user ? (
    <ButtonLink to="/edit-profile">Back to your profile</ButtonLink>
  ) : (
    <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>
  );
  return (
    <MailedLink
      call={confirm}
      asked={{
        title: 'Confirm your new email?',
        text: 'You’ll sign in with it and get our emails there. Your other devices will be signed out.',
        button: 'Confirm this email',
      }}
      done={{
        title: 'Your new email is confirmed',
        text: 'Sign in with it from now on. Our emails go there.',
        action: next,
      }}
      expired={{
        title: 'This email couldn’t be confirmed',
        text: 'This link is incomplete, already used or expired. Enter the new email in your profile again to get a new link.',
        action: next,
      }}
    />
  );
}
