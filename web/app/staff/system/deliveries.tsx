import type { Delivery, MailReason, MailState } from '@kindpal/contract/notification/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { useQueryChoice } from '~/lib/use-query-choice.ts';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Select } from '~/ui/select.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

type State = Exclude<MailState, 'none'>;
const STATES: Record<State, { label: string; tone: BadgeTone; none: string }> = {
  failed: { label: 'Failed', tone: 'danger', none: 'Nothing has failed.' },
  bounced: {
    label: 'Bounced',
    tone: 'danger',
    none: 'No mailbox or device has refused a message.',
  },
  queued: { label: 'Queued', tone: 'caution', none: 'Nothing is waiting.' },
  sent: { label: 'Sent', tone: 'plain', none: 'Nothing has been sent.' },
  delivered: { label: 'Delivered', tone: 'accent', none: 'No delivery has been reported.' },
  suppressed: { label: 'Not sent', tone: 'plain', none: 'Nothing was left out.' },
};
const CHOICES = ['all', ...(Object.keys(STATES) as State[])] as const;

const REASONS: Record<MailReason, string> = {
  switched_off: 'Switched off by the member',
  paused: 'Emails are paused',
  quiet_hours: 'Waits for the end of quiet hours',
  already_read: 'Read before it was due',
  no_longer_true: 'No longer relevant',
  too_late: 'More than a day late',
  suspended: 'The member is suspended',
  unconfirmed: 'The address isn’t confirmed yet',
  unreachable: 'The mail server can’t be reached or refuses Kindpal',
  rejected: 'The recipient’s mail server refused it',
  returned: 'Accepted first, then returned',
};

/** Reasons that mean something else for a push message than for an email. */
const PUSH_REASONS: Partial<Record<MailReason, string>> = {
  unreachable: 'The push service can’t be reached',
  rejected: 'The push service refused it, or the device is gone',
};

/** The delivery status of emails and push messages, one line each; texts are not shown. [S4] */
export function Deliveries() {
  const [state, setState] = useQueryChoice('deliveries', CHOICES, 'failed');
  const query = useInfiniteQuery(
    api.notification.listDeliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...atCursor(cursor),
        ...(state === 'all' ? {} : { state }),
      }),
      ...pageByPage,
    }),
  );
  const rows = rowsOf(query);
  return (
    <Card as="section" aria-labelledby="deliveries" className="@container grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="font-sans font-semibold text-base tracking-normal">
          Emails and push messages
        </h2>
        <Field label="Status" hideLabel>
          <Select value={state} onChange={({ target }) => setState(target.value)}>
            <option value="all">All statuses</option>
            {Object.entries(STATES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {query.isError ? (
        <LoadFailed title="The emails and push messages didn’t load" query={query} />
      ) : null}
      {query.isPending ? <Skeleton className="h-24 rounded-lg" /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {state === 'all' ? 'Nothing has been sent yet.' : STATES[state].none}
        </p>
      ) : (
        <ul aria-label="Emails and push messages" className="grid divide-y divide-line text-sm">
          {rows.map((row) => (
            <Line key={row.id} row={row} showsState={state === 'all'} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </Card>
  );
}

/** One row on wide screens; otherwise type and time first, with recipient and reason below. */
function Line({ row, showsState }: { row: Delivery; showsState: boolean }) {
  const { label, channel, member_id, full_name, state, reason, created_at } = row;
  const isPush = channel === 'push';
  const shown = STATES[state as State];
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 @3xl:grid @3xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,6fr)_6.5rem]">
      <span className="grow basis-[8rem] font-semibold">
        {label}
        {isPush ? <span className="font-normal text-ink-soft">, on a device</span> : null}
      </span>
      <Moment at={created_at} isFirst className="text-right text-ink-soft @3xl:order-last" />
      {member_id ? (
        <span className="basis-full">
          <Link
            to={`/admin/users/${member_id}`}
            className="underline underline-offset-2 [overflow-wrap:anywhere]"
          >
            {full_name}
          </Link>
        </span>
      ) : (
        <span className="basis-full text-ink-soft">Not a member</span>
      )}
      <span className="flex basis-full flex-wrap items-baseline gap-x-2 gap-y-1 text-ink-soft empty:hidden @3xl:empty:flex">
        {showsState ? <StatusLabel tone={shown.tone}>{shown.label}</StatusLabel> : null}
        {reason ? <span>{(isPush && PUSH_REASONS[reason]) || REASONS[reason]}</span> : null}
      </span>
    </li>
  );
}
