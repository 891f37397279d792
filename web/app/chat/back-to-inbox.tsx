import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { cx } from '~/ui/class-names.ts';
import { cameFromInside } from '~/ui/return-link.tsx';

/**
 * The link in a thread's header that leads back: to the previous page if it named itself, otherwise
 * to the list of chats. Hidden where the list is beside the thread.
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
