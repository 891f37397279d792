import { Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { createStore, useStore } from '~/lib/store.ts';

/** What would be lost, and the callback for the answer; null while no question is open. */
type Question = { unsent: string; answer: (leaves: boolean) => void };
const question = createStore<Question | null>(null);

/** Asks a member who signs out whether unsent items may be deleted. [U6] */
export async function confirmSignOut(unsent: string): Promise<boolean> {
  question.read()?.answer(false);
  const leaves = await new Promise<boolean>((answer) => question.change({ unsent, answer }));
  question.change(null);
  return leaves;
}

const ConfirmDialog = lazyPart(() =>
  import('~/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/**
 * The dialog for this question. It is separate because the menus with Sign Out close when it is
 * pressed.
 */
export function SignOutQuestion() {
  const asked = useStore(question);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => open || asked.answer(false)}
        title="Sign out before this is sent?"
        description={`Not sent yet: ${asked.unsent}. Signing out deletes what hasn’t been sent.`}
        confirmLabel="Sign out and delete"
        cancelLabel="Stay signed in"
        tone="danger"
        onConfirm={() => asked.answer(true)}
      />
    </Suspense>
  );
}
