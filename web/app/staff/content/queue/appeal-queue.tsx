import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DecisionItem } from '~/staff/decisions/decision-item.tsx';
import { MemberLink } from '~/staff/members/member-link.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { PagedList } from '~/ui/paged-list.tsx';

/** Open appeals, oldest first. The person who made the decision cannot answer its appeal. [S4] */
export function AppealQueue() {
  const query = useInfiniteQuery(
    api.moderation.listAppeals.infiniteOptions({ input: atCursor, ...pageByPage, staleTime: 0 }),
  );
  return (
    <PagedList
      label="Appeals"
      query={query}
      rows={rowsOf(query)}
      failure="The appeals didn’t load"
      empty={
        <EmptyState illustration={<WholeBiscuit />} title="No appeals waiting">
          Appeals from members appear here.
        </EmptyState>
      }
    >
      {({ member, ...decision }) => (
        <DecisionItem
          key={decision.id}
          decision={decision}
          heading={<MemberLink id={member.id} name={member.full_name} />}
        />
      )}
    </PagedList>
  );
}
