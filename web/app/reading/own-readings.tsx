import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DOT } from '~/lib/format.ts';
import { Card } from '~/ui/card.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';

/** Replaces the name of a staff member who has left. */
const FORMER = 'a former member of our team';

/**
 * Chats of the member that staff were allowed to read, with their two names and the reason; nothing
 * if there are none.
 */
export function OwnReadings() {
  const query = useInfiniteQuery(
    api.reading.listMine.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const rows = rowsOf(query);
  if (rows?.length === 0 || query.isPending) return null;
  return (
    <section aria-labelledby="readings" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="readings" className="text-xl">
          Chats our team may read
        </h2>
        <p className="text-ink-soft text-sm">
          After a report, two people on our team may read the chat for 24 hours. The other member in
          the chat sees this too.
        </p>
      </div>
      <PagedList
        label="Chats our team may read"
        query={query}
        rows={rows}
        failure="The list didn’t load"
        empty={null}
      >
        {({ id, partner, reason, asked_by, agreed_by, allowed_at, ends_at, read_at }) => (
          <Card as="li" key={id} className="grid gap-2">
            <p className="wrap-anywhere">
              Your chat with{' '}
              {partner ? (
                <Link
                  to={`/profile/${partner.id}`}
                  className="font-semibold underline underline-offset-4"
                >
                  <bdi>{partner.full_name}</bdi>
                </Link>
              ) : (
                'a former member'
              )}
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              Why: {reason}
            </p>
            <p className="text-sm wrap-anywhere">
              <bdi>{asked_by ?? FORMER}</bdi> asked, <bdi>{agreed_by ?? FORMER}</bdi> agreed
            </p>
            <p className="text-ink-soft text-sm">
              From <Moment at={allowed_at} /> to <Moment at={ends_at} />
              {DOT}
              {read_at ? (
                <>
                  first opened <Moment at={read_at} />
                </>
              ) : (
                'not opened'
              )}
            </p>
          </Card>
        )}
      </PagedList>
    </section>
  );
}
