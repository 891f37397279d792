import { client } from '~/lib/calls/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Unsubscribe');

export default function NewsletterUnsubscribePage() {
  return (
    <MailedLink
      call={(token) => client.newsletter.unsubscribe({ token })}
      asked={{
        title: 'Unsubscribe from the newsletter?',
        text: 'You’ll stop getting the newsletter at this address. Emails about your account continue.',
        button: 'Unsubscribe',
      }}
      done={{
        title: 'You are unsubscribed',
        text: 'You won’t get the newsletter anymore. Thanks for reading.',
        action: (
          <ButtonLink to="/" variant="outline">
            Go home
          </ButtonLink>
        ),
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'It may be incomplete. Use the link in your latest issue, or tell us your email and we’ll remove it.',
        action: <ButtonLink to="/contact">Contact us</ButtonLink>,
      }}
    />
  );
}
