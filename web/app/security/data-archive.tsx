import { ARCHIVE_ADDRESS, ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useProof } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { startDownload } from '~/lib/download-file.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { archiveInterval, CopyOfData } from './copy-of-data.tsx';
import { sizeText } from './size-text.ts';
import { useOwnProof } from './use-own-proof.tsx';

/** A copy of the member's data: requested at most once a day, available for 7 days. [X1] */
export function DataArchive() {
  const query = useQuery(
    api.archive.get.queryOptions({
      refetchInterval: ({ state }) => archiveInterval(state.data),
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
    <CopyOfData data={data} download={<DownloadCopy bytes={data.bytes ?? 0} />} ask={<Ask />} />
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
            startDownload(ARCHIVE_ADDRESS, 'your data');
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
