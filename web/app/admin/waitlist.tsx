import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { formatDateTime, formatRelative } from '~/lib/format.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { PagedList, rowsOf } from './paged-list.tsx';

/** Who waits for an invite, newest first; a confirmed mailbox can be sent one. [P4] */
export function Waitlist() {
  const query = useInfiniteQuery(
    api.waitlist.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      refetchOnMount: 'always',
    }),
  );
  return (
    <PagedList
      label="Waitlist"
      query={query}
      rows={rowsOf(query)}
      failure="The waitlist did not load"
      empty={
        <EmptyState illustration={<CatOnSill />} title="Nobody waits outside">
          Who has no code leaves an address on the front page and appears here.
        </EmptyState>
      }
    >
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </PagedList>
  );
}

function useSendInvite() {
  return useMutation(
    api.waitlist.invite.mutationOptions({
      onSuccess: ({ full_name, email }) => {
        notify.outcome({ title: 'Invite sent', description: `${full_name} has it at ${email}.` });
      },
      onError: (error) => {
        notify.outcome({ title: 'Error', description: errorText(error), variant: 'destructive' });
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.waitlist.key() }),
    }),
  );
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const invite = useSendInvite();
  const { full_name, email, note, created_at, confirmed_at, invited_at } = entry;
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 text-ink-soft text-sm [overflow-wrap:anywhere]">
          <h2 className="font-sans font-semibold text-base text-ink tracking-normal">
            {full_name}
          </h2>
          <p>{email}</p>
          <p>
            Joined the list{' '}
            <time dateTime={created_at} title={formatDateTime(created_at)}>
              {formatRelative(created_at)}
            </time>
          </p>
        </div>
        <EntryState entry={entry} />
      </div>
      {note ? <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p> : null}
      {confirmed_at && !invited_at ? (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Send aria-hidden="true" className="size-4" />}
          busy={invite.isPending}
          busyLabel="Sending..."
          onClick={() => invite.mutate({ id: entry.id })}
        >
          Send invite
        </Button>
      ) : null}
    </Card>
  );
}

function EntryState({ entry: { confirmed_at, invited_at } }: { entry: WaitlistEntry }) {
  if (invited_at) {
    return <StatusLabel tone="positive">Invited {formatRelative(invited_at)}</StatusLabel>;
  }
  if (confirmed_at) return <StatusLabel tone="accent">Confirmed</StatusLabel>;
  return <StatusLabel>Not confirmed</StatusLabel>;
}
