import type { Delivery, MailReason, MailState } from '@kindpal/contract/notification/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/pages.ts';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Select } from '~/ui/select.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

type Shown = Exclude<MailState, 'none'>;

const STATES: Record<Shown, { label: string; tone: BadgeTone }> = {
  failed: { label: 'Failed', tone: 'danger' },
  bounced: { label: 'Bounced', tone: 'danger' },
  queued: { label: 'Queued', tone: 'caution' },
  sent: { label: 'Sent', tone: 'plain' },
  delivered: { label: 'Delivered', tone: 'accent' },
  suppressed: { label: 'Not sent', tone: 'plain' },
};

const REASONS: Record<MailReason, string> = {
  switched_off: 'switched off by the member',
  paused: 'emails are paused',
  quiet_hours: 'waits for the end of quiet hours',
  already_read: 'read before it was due',
  no_longer_true: 'no longer true',
  too_late: 'more than a day late',
  suspended: 'the member is suspended',
  unreachable: 'the mail server didn’t take it',
  rejected: 'the mail server of its reader refused it',
  returned: 'accepted first, then returned',
};

/** What became of the emails of notifications, a line each; their texts are nobody's to read. [S4] */
export function Deliveries() {
  const [state, setState] = useState<Shown>('failed');
  const query = useInfiniteQuery(
    api.notification.listDeliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...atCursor(cursor), state }),
      ...pageByPage,
    }),
  );
  const rows = rowsOf(query);
  return (
    <Card as="section" aria-labelledby="deliveries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="font-sans font-semibold text-base tracking-normal">
          Notification emails
        </h2>
        <Field label="State" hideLabel>
          <Select value={state} onChange={({ target }) => setState(target.value as Shown)}>
            {Object.entries(STATES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {query.isError ? <LoadFailed title="The emails didn’t load" query={query} /> : null}
      {query.isPending ? <Skeleton className="h-24 rounded-lg" /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <p className="text-ink-soft text-sm">None.</p>
      ) : (
        <ul aria-label="Notification emails" className="grid divide-y divide-line text-sm">
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </Card>
  );
}

function Line({ row }: { row: Delivery }) {
  const { type, member_id, full_name, state, reason, created_at } = row;
  const { label, tone } = STATES[state as Shown];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <StatusLabel tone={tone}>{label}</StatusLabel>
      <span className="font-semibold">{type.replace('.', ': ').replaceAll('_', ' ')}</span>
      <Link
        to={`/profile/${member_id}`}
        className="min-w-0 underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {full_name}
      </Link>
      {reason ? <span className="text-ink-soft">{REASONS[reason]}</span> : null}
      <Moment at={created_at} className="ml-auto text-ink-soft" />
    </li>
  );
}
