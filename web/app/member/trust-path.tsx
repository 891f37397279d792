import type { MemberCard } from '@kindpal/contract/member/schema';
import { useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { Link } from 'react-router';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';

type TrustPathProps = { member: Pick<MemberCard, 'id' | 'full_name'> };

/**
 * How the viewer is connected to a member by invites and finished jobs; nothing if no path is
 * found. [R1]
 */
export function TrustPath({ member }: TrustPathProps) {
  const viewer = useViewer();
  const { data } = useQuery({
    ...api.member.getTrustPath.queryOptions({ input: { member_id: member.id } }),
    enabled: viewer !== null && viewer.id !== member.id,
  });
  const between = data?.between;
  if (!between) return null;
  return (
    <div className="flex items-start gap-2 text-sm">
      <Route aria-hidden="true" className="line-icon text-accent" />
      <div className="min-w-0">
        <ol
          aria-label="How you know each other"
          className="flex flex-wrap items-center [&>li+li]:before:mx-1.5 [&>li+li]:before:text-ink-soft [&>li+li]:before:content-['→'_/_'']"
        >
          <li className="font-semibold">You</li>
          {between.map((person, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people without a name differ by their place alone.
            <li key={place} className="min-w-0 wrap-anywhere">
              {person ? (
                <Link to={`/profile/${person.id}`} className="underline underline-offset-4">
                  <bdi>{person.full_name}</bdi>
                </Link>
              ) : (
                <span className="text-ink-soft">a member</span>
              )}
            </li>
          ))}
          <li className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{member.full_name}</bdi>
          </li>
        </ol>
        <p className="text-ink-soft text-xs">Each step is an invite or a finished job.</p>
      </div>
    </div>
  );
}
