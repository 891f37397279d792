import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './link.tsx';

/** A link to the parent page; above the title, or next to other actions. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <nav aria-label="Back">
      <ButtonLink
        to={to}
        variant="quiet"
        size="sm"
        className="-ml-4"
        icon={<ArrowLeft aria-hidden="true" className="line-icon" />}
      >
        {children}
      </ButtonLink>
    </nav>
  );
}
