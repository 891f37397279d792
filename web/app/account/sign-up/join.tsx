import { Suspense, useLayoutEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { PasskeySignIn } from '~/passkey/passkey-sign-in.tsx';
import { ProviderSignIn } from '~/sso/provider-sign-in.tsx';
import { Banner } from '~/ui/banner.tsx';
import { Card } from '~/ui/card.tsx';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { ForgotPasswordDialog } from '../password/forgot-password-dialog.tsx';
import { useSession } from '../session/use-session.ts';
import { CodeSignIn } from '../sign-in/code-sign-in.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { type Invite, useInvite } from './use-invite.ts';

const UnsentNote = lazyPart(() =>
  import('~/my-day/unsent-note.tsx').then((module) => module.UnsentNote),
);

const TABS = [
  { value: 'signup', label: 'Sign Up' },
  { value: 'signin', label: 'Sign In' },
] as const;

/** Sign Up and Sign In as tabs that keep what was typed. [U1] [U3] [U4] */
export function Join({ onInvite }: { onInvite: (invite: Invite) => void }) {
  const invite = useInvite();
  // Before the paint: the greeting and the code's line change together.
  useLayoutEffect(() => onInvite(invite), [invite, onInvite]);
  const { state } = useLocation();
  const [query, setQuery] = useSearchParams();
  const session = useSession();
  const tab = query.get('tab') === 'signin' ? 'signin' : 'signup';

  function choose(next: string) {
    setQuery(next === 'signin' ? 'tab=signin' : '', {
      replace: true,
      state,
      preventScrollReset: true,
    });
  }

  return (
    <Card inset="lg" className="mx-auto w-full max-w-lg">
      <Tabs value={tab} onValueChange={choose} label="Sign up or sign in" tabs={TABS}>
        <TabPanel value="signup" keepMounted>
          <SignUpForm invite={invite} />
        </TabPanel>
        <TabPanel value="signin" keepMounted>
          {session.status === 'signed-out' && session.hasEnded ? (
            <Banner tone="caution" title="You were signed out" className="mb-4">
              Your session expired or was ended. Sign in to continue.
              <Suspense>
                <UnsentNote />
              </Suspense>
            </Banner>
          ) : null}
          <SignInForm>
            <ForgotPasswordDialog />
          </SignInForm>
          <p className="mt-6 text-ink-soft text-sm">Or sign in another way:</p>
          <CodeSignIn />
          <PasskeySignIn isShown={tab === 'signin'} />
          <ProviderSignIn />
        </TabPanel>
      </Tabs>
    </Card>
  );
}
