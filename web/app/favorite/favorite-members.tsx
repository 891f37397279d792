import type { Favorite } from '@kindpal/contract/favorite/contract';
import { Link } from 'react-router';
import { DOT } from '~/lib/format.ts';
import { ROLE_LABELS } from '~/member/role-label.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { HeartButton } from './heart-button.tsx';
import { useFavorites } from './use-favorites.ts';

/** The viewer's favorites; nobody else sees them. [R8] */
export function FavoriteMembers() {
  const query = useFavorites();
  if (query.isError && !query.data) {
    return <LoadFailed title="The list didn’t load" query={query} />;
  }
  if (query.isPending) return <Skeleton className="h-11" />;
  const { items } = query.data;
  if (items.length === 0) {
    return (
      <p className="text-ink-soft">
        No favorites yet. Press the heart on a member’s profile or card. We don’t tell them.
      </p>
    );
  }
  return (
    <ul aria-label="Favorites" className="grid gap-3">
      {items.map((member) => (
        <FavoriteRow key={member.id} member={member} />
      ))}
    </ul>
  );
}

function FavoriteRow({ member }: { member: Favorite }) {
  const { id, full_name, profile_image_url, role, location } = member;
  return (
    <li className="flex items-center gap-3">
      <Avatar name={full_name} src={profile_image_url} size="sm" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Link to={`/profile/${id}`} className="touch-area inline-block font-semibold underline">
          <bdi>{full_name}</bdi>
        </Link>
        <span className="block text-ink-soft text-sm">
          {ROLE_LABELS[role]}
          {location ? `${DOT}${location}` : ''}
        </span>
      </p>
      <HeartButton member={member} />
    </li>
  );
}
