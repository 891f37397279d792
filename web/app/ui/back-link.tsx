import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './link.tsx';

/** The way to what a page lies below; it stands above the title, or beside what else one can do. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <nav aria-label="Back">
      <ButtonLink
        to={to}
        variant="quiet"
        size="sm"
        className="-ml-4"
        icon={<ArrowLeft size={18} aria-hidden="true" />}
      >
        {children}
      </ButtonLink>
    </nav>
  );
}
