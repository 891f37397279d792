import { ArrowLeft } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { ButtonLink } from '~/ui/link.tsx';

/** The way back on a phone: to the same place of the list where the thread was opened from it. */
export function BackToInbox() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return (
    <nav aria-label="Back" className="md:hidden">
      <ButtonLink
        to={{ pathname: '/chat', search }}
        variant="quiet"
        size="sm"
        className="-ml-4"
        icon={<ArrowLeft size={18} aria-hidden="true" />}
        onClick={(event) => {
          if (!state?.fromInbox) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        All messages
      </ButtonLink>
    </nav>
  );
}
