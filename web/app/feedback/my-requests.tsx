import type { Feedback } from '@kindpal/contract/feedback/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { formatRelative } from '~/lib/format.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { FeedbackStatusLabel } from './feedback-status.tsx';

/** The member's requests, with status and answer; live. [F4] */
export function MyRequests() {
  const query = useInfiniteQuery(
    api.feedback.listMine.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <PagedList
      label="My Requests"
      query={query}
      rows={rowsOf(query)}
      failure="Your requests didn’t load"
      empty={<NothingAsked />}
    >
      {(request) => <Request key={request.id} request={request} />}
    </PagedList>
  );
}

function Request({ request }: { request: Feedback }) {
  const { message, status, created_at, admin_response, responded_at } = request;
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">
          You wrote <Moment at={created_at} />
        </p>
        <FeedbackStatusLabel status={status} />
      </div>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message}
      </p>
      {admin_response ? (
        <div className="grid gap-1 rounded-md border-accent border-l-4 bg-accent-soft p-4">
          <h2 className="font-sans font-semibold text-accent text-sm tracking-normal">
            Kindpal answered{responded_at ? ` ${formatRelative(responded_at)}` : ''}
          </h2>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {admin_response}
          </p>
        </div>
      ) : null}
    </Card>
  );
}

/** Hidden if there are questions, decisions or reports above, because it would contradict them. */
function NothingAsked() {
  return (
    <EmptyState
      illustration={<ChatBubbles />}
      title="No requests yet"
      className="group-has-[section]/requests:hidden"
    >
      A problem, an idea, a kind word: we read everything and answer within about 24 hours.
    </EmptyState>
  );
}
