import { dropSession } from '~/account/session/session-store.ts';
import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('This wasn’t me');

async function disown(token: string): Promise<void> {
  const { session } = await client.account.verify({ type: 'not_me', token });
  // A session of the account itself has ended with all others.
  if (session === null) dropSession({ isOwnChoice: false });
}

export default function NotMePage() {
  return (
    <MailedLink
      call={disown}
      asked={{
        title: 'Wasn’t this you?',
        text: 'We’ll sign out all devices and turn off the current password. Then we’ll email you a link to choose a new one.',
        button: 'It wasn’t me',
      }}
      done={{
        title: 'Your account is safe',
        text: 'All devices are signed out, and the password is turned off. We just emailed you what to do next.',
        action: <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'It works once, for 7 days. You can still reset your password on the sign-in page.',
        action: <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>,
      }}
    />
  );
}
