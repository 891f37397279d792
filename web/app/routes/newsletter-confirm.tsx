import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Confirm the newsletter');

export default function NewsletterConfirmPage() {
  return (
    <MailedLink
      call={(token) => client.newsletter.confirm({ token })}
      asked={{
        title: 'Confirm your subscription',
        text: 'Occasional news. Every issue has a one-click unsubscribe.',
        button: 'Subscribe',
      }}
      done={{
        title: 'You’re on the list',
        text: 'You’ll get the next issue.',
        action: <ButtonLink to="/">Go home</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'Links work for 7 days, or until you unsubscribe. Enter your email again to get a new one.',
        action: <ButtonLink to="#newsletter">Ask for a new link</ButtonLink>,
      }}
    />
  );
}
