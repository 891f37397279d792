import type { ReactNode } from 'react';
import { useConfig } from '~/lib/config.ts';
import { mailto } from '~/lib/mailto.ts';
import { TextLink } from '~/ui/link.tsx';

/**
 * A link to email the instance's support; until the address is loaded, a link to the contact page.
 */
export function SupportLink({ subject, children }: { subject?: string; children: ReactNode }) {
  const config = useConfig();
  return (
    <TextLink to={config ? mailto(config.support_email, subject) : '/contact'}>{children}</TextLink>
  );
}

/** The address as text, for copying. */
export function SupportAddress() {
  const config = useConfig();
  if (!config) return <span className="inline-block h-6 w-56 rounded-md bg-sunken" />;
  return (
    <TextLink to={mailto(config.support_email)} className="wrap-anywhere">
      {config.support_email}
    </TextLink>
  );
}
