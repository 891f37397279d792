import { useQuery } from '@tanstack/react-query';
import { queryClient } from '~/lib/calls/query-client.ts';
import { Banner } from '~/ui/banner.tsx';
import { TextLink } from '~/ui/link.tsx';
import { unreadNotificationsQuery } from './unread-count.ts';

/** Tells a member that their mailbox refuses our emails, with a link to change the address. */
export function MailboxBanner() {
  const { data } = useQuery(unreadNotificationsQuery, queryClient);
  if (!data?.mailbox_refuses) return null;
  return (
    <Banner tone="caution" title="Your mailbox refuses our emails">
      What happens still appears under the bell.{' '}
      <TextLink to="/edit-profile#contact">Check your email address</TextLink>
    </Banner>
  );
}
