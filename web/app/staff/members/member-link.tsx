import { Link } from 'react-router';

type MemberLinkProps = { id: string; name: string; 'data-opens'?: '' };

/** A link to a member's panel in the admin area. */
export function MemberLink({ id, name, ...opens }: MemberLinkProps) {
  return (
    <Link to={`/admin/users/${id}`} className="underline underline-offset-4" {...opens}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** The heading of a list row about a member; Enter on the row opens their panel. */
export function MemberHeading({ id, name }: { id: string; name: string }) {
  return (
    <h2 className="wrap-anywhere font-sans font-semibold text-base text-ink tracking-normal">
      <MemberLink id={id} name={name} data-opens="" />
    </h2>
  );
}
