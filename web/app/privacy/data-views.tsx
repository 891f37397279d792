import { type NotedView, VIEW_QUOTE_MAX } from '@kindpal/contract/privacy/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DOT } from '~/lib/format.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { lookedAt, staffViewer, whyOf } from './view-text.ts';

/** Who viewed the member's data, newest first. */
export function DataViews() {
  const query = useInfiniteQuery(
    api.privacy.listViews.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <PagedList
      label="Who viewed your data"
      query={query}
      rows={rowsOf(query)}
      failure="The list didn’t load"
      empty={
        <EmptyState illustration={<WholeBiscuit />} title="No views yet">
          When a sitter opens your address or our team opens your account, it’s listed here.
        </EmptyState>
      }
    >
      {(view) => <Row key={view.id} view={view} />}
    </PagedList>
  );
}

function Row({ view }: { view: NotedView }) {
  const { kind, viewer, staff, viewed_at, job, about } = view;
  return (
    <li className="grid gap-0.5 border-line border-l-4 pl-3">
      <p className="wrap-anywhere">
        {viewer ? (
          <Link to={`/profile/${viewer.id}`} className="font-semibold underline underline-offset-4">
            <bdi>{viewer.full_name}</bdi>
          </Link>
        ) : (
          <UnlinkedViewer staff={staff} />
        )}{' '}
        {lookedAt(kind)}
      </p>
      {about ? (
        <p dir="auto" className="text-sm wrap-anywhere">
          “{about}
          {about.length < VIEW_QUOTE_MAX ? null : '…'}”
        </p>
      ) : null}
      <p className="text-ink-soft text-sm wrap-anywhere">
        {whyOf(view)}
        {job ? (
          <>
            {DOT}
            <Link to={`/jobs/${job.id}`} className="underline underline-offset-4">
              <bdi>{job.title}</bdi>
            </Link>
          </>
        ) : null}
        {DOT}
        <Moment at={viewed_at} />
      </p>
    </li>
  );
}

/** A person whose profile the list does not link to. */
function UnlinkedViewer({ staff }: Pick<NotedView, 'staff'>) {
  if (!staff) return <span className="font-semibold">A former member</span>;
  const { name, text } = staffViewer(staff);
  if (name === null) return <span className="font-semibold">{text}</span>;
  return (
    <>
      <bdi className="font-semibold">{name}</bdi> {text}
    </>
  );
}
