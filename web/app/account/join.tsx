import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Banner } from '~/ui/banner.tsx';
import { Card } from '~/ui/card.tsx';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx';
import { codeFromHash } from './invite-link.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSession } from './use-session.ts';

const TABS = [
  { value: 'signup', label: 'Sign Up' },
  { value: 'signin', label: 'Sign In' },
] as const;

/** The invite code of the address, taken once and wiped from the bar and the history. [U1] */
function useInviteCode(): string {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState(() => codeFromHash(hash));
  useEffect(() => {
    const given = codeFromHash(hash);
    if (!given) return;
    setCode(given);
    void navigate({ pathname, search }, { replace: true, state, preventScrollReset: true });
  }, [hash, pathname, search, state, navigate]);
  return code;
}

/** Sign Up and Sign In, side by side in tabs that keep what was typed. [U1] [U3] [U4] */
export function Join() {
  const code = useInviteCode();
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
          <SignUpForm code={code} />
        </TabPanel>
        <TabPanel value="signin" keepMounted>
          {session.status === 'signed-out' && session.hasEnded ? (
            <Banner tone="caution" title="You were signed out" className="mb-4">
              Your session expired or was ended on another device. Sign in to continue.
            </Banner>
          ) : null}
          <SignInForm>
            <ForgotPasswordDialog />
          </SignInForm>
        </TabPanel>
      </Tabs>
    </Card>
  );
}
