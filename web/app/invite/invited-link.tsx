import { Users } from 'lucide-react';
import { DialogClose } from '~/ui/dialog.tsx';
import { ButtonLink } from '~/ui/link.tsx';

/** A link from the dialog to the people the member invited. */
export function InvitedLink() {
  return (
    <DialogClose asChild>
      <ButtonLink
        to="/invited"
        variant="quiet"
        size="sm"
        icon={<Users aria-hidden="true" className="size-4" />}
      >
        People you invited
      </ButtonLink>
    </DialogClose>
  );
}
