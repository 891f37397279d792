import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from './link.tsx';

/** Whether this tab came here from another page of the product; the router counts its own pages. */
export function cameFromInside(): boolean {
  return Number((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}

type ReturnLinkProps = { to: string; children: ReactNode; className?: string };

/**
 * A link back to the previous page, at the same scroll position; `to`, named by `children`, is
 * for readers who opened the address directly.
 */
export function ReturnLink({ to, children, className }: ReturnLinkProps) {
  const navigate = useNavigate();
  const isBack = cameFromInside();
  return (
    <nav aria-label="Back" className={className}>
      <ButtonLink
        to={to}
        variant="quiet"
        size="sm"
        className="-ml-4"
        icon={<ArrowLeft aria-hidden="true" className="line-icon" />}
        onClick={(event) => {
          const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
          if (!isBack || !isPlain) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        {isBack ? 'Back' : children}
      </ButtonLink>
    </nav>
  );
}
