import type { ComponentProps } from 'react';
import type { SessionUser } from '~/account/use-session.ts';
import { UnreadBadge } from '~/chat/unread-badge.tsx';
import { Avatar } from '~/ui/avatar.tsx';

type AvatarButtonProps = ComponentProps<'button'> & { user: SessionUser; unread: number };

/** The button that opens a member's menu: their picture, with the unread count on its edge. [P7] */
export function AvatarButton({ user, unread, ...rest }: AvatarButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="relative inline-grid size-12 place-items-center rounded-full focus-visible:rounded-full data-[state=open]:bg-accent-soft"
    >
      <Avatar name={user.full_name} src={user.profile_image_url} />
      <UnreadBadge
        count={unread}
        className="absolute -top-1 -right-1 h-4.5! min-w-4.5! px-1! text-[0.6875rem]! ring-2 ring-canvas"
      />
    </button>
  );
}
