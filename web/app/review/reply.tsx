import { Suspense, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';

const ReplyForm = lazyPart(() => import('./reply-form.tsx').then((module) => module.ReplyForm));

/** A button that opens the form for the one public reply to a review. [R9] */
export function Reply({ reviewId }: { reviewId: string }) {
  const [open, setOpen] = useState(false);
  if (open) {
    return (
      <Suspense>
        <ReplyForm reviewId={reviewId} onClose={() => setOpen(false)} />
      </Suspense>
    );
  }
  return (
    <Button
      size="sm"
      variant="outline"
      className="justify-self-start"
      onPointerEnter={ReplyForm.prefetch}
      onFocus={ReplyForm.prefetch}
      onClick={() => setOpen(true)}
    >
      Reply
    </Button>
  );
}
