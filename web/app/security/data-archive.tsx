import { ARCHIVE_ADDRESS, ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useProof } from '~/factor/use-proof.tsx';
import { api } from '~/lib/api.ts';
import { formatDate, formatDateTime } from '~/lib/format.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { sizeText } from './size-text.ts';
import { useOwnProof } from './use-own-proof.tsx';

/** How often the page checks whether the copy is ready, in ms. */
const LOOK_MS = 5_000;

/** A copy of the member's data: requested at most once a day, available for 7 days. [X1] */
export function DataArchive() {
  const query = useQuery(
    api.archive.get.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.state === 'making' ? LOOK_MS : false),
    }),
  );
  const { data } = query;
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: your data">
          <Skeleton className="h-24" />
        </div>
      </OfflineWait>
    );
  }
  if (!data) return <LoadFailed title="This didn’t load" query={query} />;
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
          <DownloadCopy bytes={data.bytes ?? 0} />
          <p className="text-ink-soft text-sm">Available until {formatDate(data.expires_at)}.</p>
        </div>
      ) : null}
      {data.next_at ? (
        <p className="text-ink-soft text-sm">
          You can ask for another copy from {formatDateTime(data.next_at)}.
        </p>
      ) : (
        <Ask />
      )}
    </div>
  );
}

/** Downloads the copy after a proof of identity. [U10] */
function DownloadCopy({ bytes }: { bytes: number }) {
  const { run, proof } = useProof();
  const open = useMutation(api.archive.open.mutationOptions());
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" className="size-5" />}
        busy={open.isPending}
        onClick={() =>
          void run(async () => {
            await open.mutateAsync(undefined);
            window.location.assign(ARCHIVE_ADDRESS);
          })
        }
      >
        Download your data ({sizeText(bytes)})
      </Button>
      {proof}
    </>
  );
}

function Ask() {
  const { mutateAsync: request } = useMutation(api.archive.request.mutationOptions());
  const { prove, proofWindow } = useOwnProof({
    title: 'Get a copy of your data?',
    description: `We’ll email you when it’s ready. You can download it for ${ARCHIVE_DAYS} days.`,
    confirmLabel: 'Request a copy',
  });

  async function ask() {
    try {
      await prove(async (proof) =>
        queryClient.setQueryData(api.archive.get.queryKey(), await request(proof)),
      );
    } catch (error) {
      notifyFailure(error);
    }
  }
  return (
    <>
      <Button variant="outline" onClick={() => void ask()}>
        Request a copy of your data
      </Button>
      {proofWindow}
    </>
  );
}
