import { type ReportSnapshot, SIGNAL_DAYS, type Signal } from '@kindpal/contract/report/schema';
import { Link } from 'react-router';
import { counted } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { Moment } from '~/ui/moment.tsx';

type SignalFactsProps = {
  signal: Extract<Signal, 'blocks' | 'cancellations'>;
  snapshot: ReportSnapshot;
};

/** The facts behind a signal. They do not include who blocked the member. [S4] */
export function SignalFacts({ signal, snapshot }: SignalFactsProps) {
  const count = snapshot.counted ?? 0;
  return (
    <section aria-label="What this is about" className="grid gap-3 rounded-md bg-sunken p-4">
      <p>
        {signal === 'blocks'
          ? `${counted(count, 'member')} blocked them within ${SIGNAL_DAYS} days. We don’t show who. Never tell them that anyone did.`
          : `${counted(count, 'late cancellation')} within ${SIGNAL_DAYS} days: less than 48 hours before the start, or after it.`}
      </p>
      {snapshot.cancellations?.length ? (
        <ul aria-label="Late cancellations" className="grid gap-1 text-sm">
          {snapshot.cancellations.map(({ job_id, ended_at, start_date }) => (
            <li key={`${job_id} ${ended_at}`}>
              <Link to={`/admin/jobs/${job_id}`} className="py-1 underline underline-offset-4">
                {noticeText(ended_at, start_date)}
              </Link>
              <span className="text-ink-soft">
                {DOT}
                canceled <Moment at={ended_at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const HOUR_MS = 3_600_000;

function noticeText(endedAt: string, start: string): string {
  const hours = Math.floor((Date.parse(start) - Date.parse(endedAt)) / HOUR_MS);
  if (hours < 0) return 'After the start';
  return hours === 0 ? 'Less than an hour before' : `${counted(hours, 'hour')} before`;
}
