import { useEffect, useState } from 'react';
import { PasskeySignIn } from '~/passkey/passkey-sign-in.tsx';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { CodeSignIn } from '../sign-in/code-sign-in.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { clearOnViewerChange } from './session-data.ts';
import type { SessionUser } from './use-session.ts';

const TEXT = 'You were signed out. Sign in again to continue.';

/** A dialog to sign in again after a session ended, over the page and its unsaved input. */
export function SessionEnded({ member }: { member: SessionUser }) {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => () => void setTimeout(clearOnViewerChange), []);

  return (
    <>
      <div className="page pt-4">
        <Banner
          tone="caution"
          title={TEXT}
          action={
            <Button size="sm" onClick={() => setOpen(true)}>
              Sign in again
            </Button>
          }
        >
          What you typed is still here, but it can’t be sent until you do.
        </Banner>
      </div>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={TEXT}
        description="What you typed on this page is kept."
      >
        <SignInForm email={member.email} />
        <p className="mt-6 text-ink-soft text-sm">Or sign in another way:</p>
        <CodeSignIn />
        <PasskeySignIn isShown={isOpen} />
      </Dialog>
    </>
  );
}
