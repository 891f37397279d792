import { accessPartIn } from '@kindpal/contract/vault/rules';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';

const MoveToAccess = lazyPart(() =>
  import('./move-to-access.tsx').then((module) => module.MoveToAccess),
);

type AccessHintProps = {
  jobId: string;
  claimId: string;
  /** The text in the chat's text box. */
  text: string;
  onMoved: () => void;
};

/**
 * If an owner types something that looks like a code, offers to save it as home access; it never
 * does so automatically.
 */
export function AccessHint({ jobId, claimId, text, onMoved }: AccessHintProps) {
  const part = accessPartIn(text);
  const [moving, setMoving] = useState<string | null>(null);
  const isAsked = part !== null || moving !== null;
  const job = useQuery(
    api.job.get.queryOptions({ input: { id: jobId }, enabled: isAsked, staleTime: 60_000 }),
  );
  if (!isAsked || job.data?.view !== 'member' || !job.data.is_mine) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-accent-soft px-3.5 py-2 text-sm">
      <KeyRound aria-hidden="true" className="line-icon self-start text-accent" />
      <p role="status" className="min-w-0 flex-1 basis-56">
        This looks like a code. In Home access it is encrypted, and you see when your sitter opens
        it.
      </p>
      <Button size="sm" variant="quiet" onClick={() => setMoving(text.trim())}>
        Keep it there instead
      </Button>
      {moving === null ? null : (
        <Suspense>
          <MoveToAccess
            jobId={jobId}
            claimId={claimId}
            text={moving}
            guess={part ?? 'notes'}
            onDone={(isMoved) => {
              setMoving(null);
              if (isMoved) onMoved();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
