import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { PublicProfile, PublicProfileSkeleton } from '~/member/public-profile.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { ReturnLink } from '~/ui/return-link.tsx';

export const meta = () => pageMeta('Profile');

/** No such member, or an invalid id. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'NOT_FOUND', 'INVALID_INPUT');
}

export default function ProfilePage() {
  const { userId = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery(
    api.member.get.queryOptions({ input: { id: userId } }),
  );
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3 py-4 md:py-6">
      <ReturnLink to="/pet-sitters">All sitters</ReturnLink>
      {data?.view === 'self' ? (
        <p className="text-ink-soft text-sm">This is how other members see your profile.</p>
      ) : null}
      {data ? <PublicProfile profile={data} /> : null}
      {!data && !error ? <PublicProfileSkeleton /> : null}
      {!data && error && isMissing(error) ? (
        <EmptyState
          headingLevel={1}
          illustration={<DogOnLead />}
          title="Profile Not Found"
          action={<ButtonLink to="/pet-sitters">Find a Pet Pal</ButtonLink>}
        >
          <p>This member doesn’t exist or has left.</p>
        </EmptyState>
      ) : null}
      {!data && error && !isMissing(error) ? (
        <EmptyState
          headingLevel={1}
          illustration={<LostConnection />}
          title="Failed to load profile data"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          <p role="alert">{errorText(error)}</p>
        </EmptyState>
      ) : null}
    </div>
  );
}
