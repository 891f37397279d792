import { dropSession } from '~/account/session/session-store.ts';
import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Undo the email change');

async function undo(token: string): Promise<void> {
  const { session } = await client.account.verify({ type: 'email_undo', token });
  // A session of the account itself has ended with all others.
  if (session === null) dropSession({ isOwnChoice: false });
}

export default function UndoEmailChangePage() {
  return (
    <MailedLink
      call={undo}
      asked={{
        title: 'Take your account back?',
        text: 'We’ll change your email back to the address this link was sent to. We’ll sign out all devices and turn off the current password. Then we’ll email you a link to choose a new one.',
        button: 'Undo the change',
      }}
      done={{
        title: 'Your email is yours again',
        text: 'All devices are signed out, and the password is turned off. We just emailed you what to do next.',
        action: <ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'It works once, for 72 hours. If you’re locked out of your account, contact us.',
        action: <ButtonLink to="/contact">Contact us</ButtonLink>,
      }}
    />
  );
}
