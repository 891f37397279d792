import { client } from '~/lib/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Confirm your place');

export default function WaitlistConfirmPage() {
  return (
    <MailedLink
      call={(token) => client.waitlist.confirm({ token })}
      asked={{
        title: 'One click, and your place is yours',
        text: 'We write to you once, when there is an invite for you.',
        button: 'Confirm my place',
      }}
      done={{
        title: 'You are on the waitlist',
        text: 'We write as soon as there is an invite for you. If a member you know has a code to give, that is quicker still.',
        action: <ButtonLink to="/about">Why invite-only?</ButtonLink>,
      }}
      expired={{
        title: 'This link is no longer valid',
        text: 'It was good for seven days. Leave your name once more and a new one comes.',
        action: <ButtonLink to="/#waitlist">Ask for a new link</ButtonLink>,
      }}
    />
  );
}
