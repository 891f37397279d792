import { useUser } from '~/account/session/use-session.ts';
import { Banner } from '~/ui/banner.tsx';
import { TextLink } from '~/ui/link.tsx';

/** Tells a newcomer that notifications are not emailed before they confirm their address. [U1] */
export function EmailsWait() {
  const { confirm_email_by: confirmBy } = useUser();
  if (!confirmBy) return null;
  return (
    <Banner tone="caution" title="Emails start once you confirm your email">
      Until then, what happens appears under the bell.{' '}
      <TextLink to="/dashboard">Enter the code on your dashboard</TextLink>
    </Banner>
  );
}
