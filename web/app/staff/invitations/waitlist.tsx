import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { MailboxCard } from './mailbox-card.tsx';
import { entryState, isWaiting } from './mailbox-state.ts';

/** The waitlist, newest first; a confirmed mailbox can be sent an invite. [P4] */
export function Waitlist() {
  const query = useInfiniteQuery(
    api.waitlist.list.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <KeyList>
      <PagedList
        label="Waitlist"
        query={query}
        rows={rowsOf(query)}
        failure="The waitlist didn’t load"
        empty={
          <EmptyState illustration={<CatOnSill />} title="The waitlist is empty">
            People without a code sign up on the front page and appear here.
          </EmptyState>
        }
      >
        {(entry) => <Entry key={entry.id} entry={entry} />}
      </PagedList>
    </KeyList>
  );
}

function useSendInvite() {
  return useMutation(
    api.waitlist.invite.mutationOptions({
      onSuccess: ({ full_name, email }) => {
        notify.outcome({ title: 'Invite sent', description: `${full_name} gets it at ${email}.` });
      },
      onError: (error) => notifyFailure(error),
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.waitlist.key() }),
    }),
  );
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const invite = useSendInvite();
  const { full_name, email, note, created_at } = entry;
  return (
    <MailboxCard
      name={full_name}
      email={email}
      did="Joined the list"
      at={created_at}
      state={entryState(entry)}
    >
      {note ? (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note}
        </p>
      ) : null}
      {isWaiting(entry) ? (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          icon={<Send aria-hidden="true" className="size-4" />}
          busy={invite.isPending}
          busyLabel="Sending..."
          onClick={() => invite.mutate({ id: entry.id })}
        >
          Send invite
        </Button>
      ) : null}
    </MailboxCard>
  );
}
