import { Suspense, useState } from 'react';
import { useConfig } from '~/lib/config.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';

/** Loaded when a code is requested, since most people sign in with their password. */
const CodeWindow = lazyPart(() => import('./code-window.tsx').then((module) => module.CodeWindow));

/**
 * The ways to sign in without a password: a code by email, or by text message if this instance
 * sends them. [U9]
 */
export function CodeSignIn() {
  const offersPhone = useConfig()?.offers_phone;
  return (
    <>
      <CodeButton by="email" />
      {offersPhone ? <CodeButton by="text" /> : null}
    </>
  );
}

function CodeButton({ by }: { by: 'email' | 'text' }) {
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
        {by === 'email' ? 'Email' : 'Text'} me a code
      </Button>
      {hasOpened ? (
        <Suspense>
          <CodeWindow by={by} open={isOpen} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  );
}
