import { client } from '~/lib/client.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Confirm the newsletter');

export default function NewsletterConfirmPage() {
  return (
    <MailedLink
      call={(token) => client.newsletter.confirm({ token })}
      asked={{
        title: 'One click, and the newsletter is yours',
        text: 'A letter now and then. You can end it with one click in any of them.',
        button: 'Send me the newsletter',
      }}
      done={{
        title: 'You are on the list',
        text: 'The next letter comes to you. Until then, all is quiet.',
        action: <ButtonLink to="/">Go home</ButtonLink>,
      }}
      expired={{
        title: 'This link is no longer valid',
        text: 'It was good for seven days, or you have unsubscribed since. Enter your address once more and a new one comes.',
        action: <ButtonLink to="#newsletter">Ask for a new link</ButtonLink>,
      }}
    />
  );
}
