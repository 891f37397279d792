import { ARCHIVE_ADDRESS, ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '~/lib/api.ts';
import { formatDate, formatDateTime } from '~/lib/format.ts';
import { queryClient } from '~/lib/query-client.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { sizeText } from './size-text.ts';

/** How often the page looks whether the copy is ready, in ms. */
const LOOK_MS = 5_000;

/** A copy of the reader's own data: asked for once a day, fetched for 7 days. [X1] */
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
          <a
            href={ARCHIVE_ADDRESS}
            download="my-data.zip"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline underline-offset-4"
          >
            <Download aria-hidden="true" className="size-5" />
            Download your data ({sizeText(data.bytes ?? 0)})
          </a>
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

function Ask() {
  const [isOpen, setOpen] = useState(false);
  const request = useMutation(api.archive.request.mutationOptions());
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Request a copy of your data
      </Button>
      <ProofDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Get a copy of your data?"
        description={`We’ll email you when it’s ready. You can download it for ${ARCHIVE_DAYS} days.`}
        confirmLabel="Request a copy"
        onProof={async (proof) => {
          const archive = await request.mutateAsync(proof);
          queryClient.setQueryData(api.archive.get.queryKey(), archive);
        }}
      />
    </>
  );
}
