import type { ComponentProps } from 'react';
import type { SessionUser } from '~/account/session/use-session.ts';
import { Avatar } from '~/ui/avatar.tsx';

type AvatarButtonProps = ComponentProps<'button'> & { user: SessionUser };

/** The member's picture, which opens the menu. Unread messages are counted at Messages. [P7] */
export function AvatarButton({ user, ...rest }: AvatarButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="inline-grid size-12 place-items-center rounded-full focus-visible:rounded-full data-[state=open]:bg-accent-soft"
    >
      <Avatar name={user.full_name} src={user.profile_image_url} />
    </button>
  );
}
