import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { MailboxCard } from './mailbox-card.tsx';
import { readerState } from './mailbox-state.ts';

/** The readers of the newsletter, newest first. [P6] */
export function NewsletterReaders() {
  const query = useInfiniteQuery(
    api.newsletter.list.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <KeyList>
      <PagedList
        label="Newsletter subscribers"
        query={query}
        rows={rowsOf(query)}
        failure="The subscribers didn’t load"
        empty={
          <EmptyState illustration={<ChatBubbles />} title="No subscribers yet">
            People who sign up in the footer and confirm their email appear here.
          </EmptyState>
        }
      >
        {(reader) => (
          <MailboxCard
            key={reader.id}
            email={reader.email}
            did="Signed up"
            at={reader.created_at}
            state={readerState(reader)}
          />
        )}
      </PagedList>
    </KeyList>
  );
}
