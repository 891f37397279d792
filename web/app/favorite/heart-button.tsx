import { Heart } from 'lucide-react';
import { cx } from '~/ui/class-names.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { type Marked, useMarkFavorite } from './use-favorites.ts';

type HeartButtonProps = { member: Marked; className?: string };

/** Marks a member as a favorite, which only the viewer sees. [R8] */
export function HeartButton({ member, className }: HeartButtonProps) {
  const { isFavorite, isReady, toggle } = useMarkFavorite(member);
  return (
    <IconButton
      label={`Favorite: ${member.full_name}`}
      tone="accent"
      aria-pressed={isFavorite}
      disabled={!isReady}
      onClick={toggle}
      className={cx('border-2 border-line-strong bg-surface', className)}
    >
      <Heart aria-hidden="true" className={cx(isFavorite && 'fill-current')} />
    </IconButton>
  );
}
