import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { cx } from '~/ui/class-names.ts';
import { cameFromInside } from '~/ui/return-link.tsx';

/**
 * The way back out of a thread, at its head: to the place where somebody came from, else to the list.
 * Beside the list, which it was opened from, none is needed.
 */
export function BackToInbox() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isBack = cameFromInside();
  const isFromInbox = Boolean(state?.fromInbox);
  return (
    <nav aria-label="Back" className={cx('-ml-2', (isFromInbox || !isBack) && 'md:hidden')}>
      <Link
        to={{ pathname: '/chat', search }}
        aria-label={isBack && !isFromInbox ? 'Back' : 'All messages'}
        className="grid size-11 place-items-center rounded-full text-accent hover:bg-accent-soft"
        onClick={(event) => {
          if (!isBack) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
    </nav>
  );
}
