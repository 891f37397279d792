import { Share2 } from 'lucide-react';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';

type Shared = { title: string; url: string };

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Uses the device's share dialog if there is one, otherwise copies the link. [J3] */
async function shareJob(shared: Shared): Promise<void> {
  try {
    if (navigator.share) {
      await navigator.share(shared);
      return;
    }
    await navigator.clipboard.writeText(shared.url);
    notify.outcome({ title: 'Link copied to clipboard!' });
  } catch (error) {
    if (isAborted(error)) return;
    notify.outcome({
      title: 'Error sharing',
      description: 'Could not share the job',
      variant: 'destructive',
    });
  }
}

export function ShareJobButton({ jobId, title }: { jobId: string; title: string }) {
  return (
    <Button
      variant="outline"
      icon={<Share2 aria-hidden="true" className="size-5" />}
      onClick={() => void shareJob({ title, url: `${window.location.origin}/jobs/${jobId}` })}
    >
      Share Job
    </Button>
  );
}
