import { Link } from 'react-router';

/** A link to a member's panel in the admin area. */
export function MemberLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`/admin/users/${id}`} className="underline underline-offset-4">
      <bdi>{name}</bdi>
    </Link>
  );
}
