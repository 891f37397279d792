import type { BlockedMember } from '@kindpal/contract/block/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';

/** The members that the viewer has blocked, each with a button to unblock. */
export function BlockedMembers() {
  const query = useInfiniteQuery(
    api.block.list.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <PagedList
      label="Blocked members"
      query={query}
      rows={rowsOf(query)}
      failure="The list didn’t load"
      empty={
        <p className="text-ink-soft">No one is blocked. You can block a member on their profile.</p>
      }
    >
      {(member) => <Blocked key={member.id} member={member} />}
    </PagedList>
  );
}

function Blocked({ member }: { member: BlockedMember }) {
  const { id, full_name, profile_image_url, created_at } = member;
  const unblock = useMutation(
    api.block.remove.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: `${full_name} is unblocked` });
        return queryClient.invalidateQueries();
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <li className="flex items-center gap-3">
      <Avatar name={full_name} src={profile_image_url} size="sm" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-semibold">{full_name}</bdi>
        <span className="block text-ink-soft text-sm">
          Blocked <Moment at={created_at} />
        </span>
      </p>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Unblock ${full_name}`}
        busy={unblock.isPending}
        onClick={() => unblock.mutate({ member_id: id })}
      >
        Unblock
      </Button>
    </li>
  );
}
