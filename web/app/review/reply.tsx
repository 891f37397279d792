import { Suspense, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';

const ReplyForm = lazyPart(() => import('./reply-form.tsx').then((module) => module.ReplyForm));

/** A button that opens the form for the one public reply to a review. [R9] */
export function Reply({ reviewId }: { reviewId: string }) {
  // Undefined until it was opened: the closing form returns the focus.
  const [open, setOpen] = useState<boolean>();
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
      autoFocus={open === false}
      onPointerEnter={ReplyForm.prefetch}
      onFocus={ReplyForm.prefetch}
      onClick={() => setOpen(true)}
    >
      Reply
    </Button>
  );
}
