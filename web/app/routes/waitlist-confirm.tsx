import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Confirm your place');

export default function WaitlistConfirmPage() {
  return (
    <MailedLink
      call={(token) => client.waitlist.confirm({ token })}
      asked={{
        title: 'Confirm your place on the waitlist',
        text: 'We’ll email you once, when there’s an invite for you.',
        button: 'Confirm my place',
      }}
      done={{
        title: 'You’re on the waitlist',
        text: 'We’ll email you when there’s an invite for you. Know a member with a code? That’s even quicker.',
        action: <ButtonLink to="/about">Why invite-only?</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'Links work for 7 days. Join the waitlist again to get a new one.',
        action: <ButtonLink to="/#waitlist">Ask for a new link</ButtonLink>,
      }}
    />
  );
}
