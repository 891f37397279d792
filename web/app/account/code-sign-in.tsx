import { Suspense, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { Button } from '~/ui/button.tsx';

/** Its code comes when it is asked for: most people sign in with their password. */
const CodeWindow = lazyPart(() => import('./code-window.tsx').then((module) => module.CodeWindow));

/** The way in without a password. [U9] */
export function CodeSignIn() {
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setOpened] = useState(false);

  function change(open: boolean) {
    setOpen(open);
    if (open) setOpened(true);
  }

  return (
    <>
      <Button
        variant="outline"
        wide
        className="mt-3"
        onPointerEnter={CodeWindow.prefetch}
        onFocus={CodeWindow.prefetch}
        onClick={() => change(true)}
      >
        Email me a code
      </Button>
      {hasOpened ? (
        <Suspense>
          <CodeWindow open={isOpen} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  );
}
