import { client } from '~/lib/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Unsubscribe');

export default function NewsletterUnsubscribePage() {
  return (
    <MailedLink
      call={(token) => client.newsletter.unsubscribe({ token })}
      asked={{
        title: 'No more letters?',
        text: 'One click ends the newsletter for this address. Mails about your own account are not part of it.',
        button: 'Unsubscribe',
      }}
      done={{
        title: 'You are unsubscribed',
        text: 'No more letters come. Thank you for having read them.',
        action: (
          <ButtonLink to="/" variant="outline">
            Go home
          </ButtonLink>
        ),
      }}
      expired={{
        title: 'This link does not work',
        text: 'It may have been cut in two on its way. Use the one in your latest letter, or tell us the address and we take it off the list.',
        action: <ButtonLink to="/contact">Contact</ButtonLink>,
      }}
    />
  );
}
