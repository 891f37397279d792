import type { Archive } from '@kindpal/contract/archive/contract';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '~/lib/format.ts';

/** How often a page checks whether the copy is ready, in ms. */
const LOOK_MS = 5_000;

/** The interval of a query about a copy; false while none is being made. */
export const archiveInterval = (data: Archive | undefined) =>
  data?.state === 'making' ? LOOK_MS : false;

type CopyOfDataProps = { data: Archive; download: ReactNode; ask: ReactNode };

/** The state of the copy of a member's data, with the buttons that fit it. [X1] */
export function CopyOfData({ data, download, ask }: CopyOfDataProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-soft">
        A ZIP file with your profile, pets, jobs, messages you wrote, reviews, pictures and
        everything else we keep about you, as JSON that other programs can read. It doesn’t include
        your home’s keys and codes.
      </p>
      {data.state === 'making' ? (
        <p role="status">We’re preparing your copy. We’ll email you when it’s ready.</p>
      ) : null}
      {data.state === 'ready' && data.expires_at ? (
        <div className="grid justify-items-start gap-2">
          {download}
          <p className="text-ink-soft text-sm">Available until {formatDate(data.expires_at)}.</p>
        </div>
      ) : null}
      {data.next_at ? (
        <p className="text-ink-soft text-sm">
          You can ask for another copy from {formatDateTime(data.next_at)}.
        </p>
      ) : (
        ask
      )}
    </div>
  );
}
