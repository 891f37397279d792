import type { SecurityEvent } from '@kindpal/contract/security/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { deviceName } from './device-name.ts';
import { isHighlighted, securityEventText } from './event-text.ts';

/** The events of the member's account in the last 90 days. [U6] */
export function SecurityEvents() {
  const query = useInfiniteQuery(
    api.security.listEvents.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft text-sm">
        The last 90 days. Something you don’t recognize? Change your password and sign out all other
        devices.
      </p>
      <PagedList
        label="Recent activity"
        query={query}
        rows={rowsOf(query)}
        failure="The list didn’t load"
        empty={<p className="text-ink-soft">Nothing yet.</p>}
      >
        {(event) => <Row key={event.id} event={event} />}
      </PagedList>
    </div>
  );
}

function Row({ event }: { event: SecurityEvent }) {
  return (
    <li
      className="grid gap-0.5 border-line border-l-4 pl-3 data-[highlighted]:border-caution"
      {...(isHighlighted(event) ? { 'data-highlighted': '' } : {})}
    >
      <p className="wrap-anywhere font-semibold">{securityEventText(event)}</p>
      <p className="text-ink-soft text-sm">
        {event.browser || event.os ? `${deviceName(event)}, ` : null}
        <Moment at={event.created_at} isFirst={!event.browser && !event.os} />
      </p>
    </li>
  );
}
