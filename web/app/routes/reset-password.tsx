import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { ForgotPasswordDialog } from '~/account/password/forgot-password-dialog.tsx';
import {
  ChangePassword,
  DELETION_CANCELED,
  NewPasswordForm,
} from '~/account/password/new-password-form.tsx';
import { useRecoveryToken } from '~/account/password/recovery.ts';
import { SignedInMember, useSession } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { notify } from '~/notify/notify.ts';
import { Card } from '~/ui/card.tsx';

export const meta = () => pageMeta('Reset password');

/** Neither a mailed link nor a session: nothing to change here, with a hint what to do. [U5] */
function NothingToReset() {
  useEffect(() => {
    notify.outcome({
      title: 'Open the link from your email',
      description: 'To get a new link, choose “Forgot Password?” below.',
    });
  }, []);
  return <Navigate to="/join?tab=signin" replace />;
}

/** A reset removes the ways to sign in of the last 3 days. [U12] [U13] */
const removedText = (count: number): string =>
  count === 1
    ? 'We removed a way to sign in that was added in the last 3 days: someone else may have added it. If it was yours, add it again under Security.'
    : 'We removed the ways to sign in that were added in the last 3 days: someone else may have added them. If they were yours, add them again under Security.';

/**
 * The link is used up, probably by an earlier attempt: its response was lost, or the browser
 * itself repeated it and hid its response. [U5]
 */
const TRY_IT = {
  title: 'Try your new password',
  description:
    'If you chose one with this link, it is probably saved. If you can’t sign in with it, choose “Forgot Password?” below.',
  durationMs: 20_000,
};

export default function ResetPasswordPage() {
  const token = useRecoveryToken();
  const { user } = useSession();
  const navigate = useNavigate();
  const { mutateAsync: verify } = useMutation(api.account.verify.mutationOptions());
  const { accept, step } = useFactorStep({
    onDone: () => void navigate(HOME_PATH, { replace: true }),
    onCancel: () => void navigate('/join?tab=signin', { replace: true }),
  });
  const wasSent = useRef(false);
  if (!token && !user) return <NothingToReset />;

  async function reset(token: string, password: string): Promise<boolean | string> {
    let done: Awaited<ReturnType<typeof verify>>;
    try {
      done = await verify({ type: 'recovery', token, password });
    } catch (error) {
      if (wasSent.current && hasCode(error, 'TOKEN_REFUSED')) {
        notify.outcome(TRY_IT);
        await navigate('/join?tab=signin', { replace: true });
        return false;
      }
      if (isUnreachable(error) || hasCode(error, 'TOKEN_REFUSED')) wasSent.current = true;
      throw error;
    }
    if (done.session) accept(done.session);
    const removed = done.removed_ways_in === 0 ? [] : [removedText(done.removed_ways_in)];
    const canceled = done.deletion_canceled ? [DELETION_CANCELED] : [];
    return [...canceled, ...removed].join(' ') || true;
  }

  return (
    <div className="page grid gap-6 py-8 sm:py-12">
      <h1 className="text-center text-3xl">Choose a new password</h1>
      <Card inset="lg" className="mx-auto w-full max-w-lg">
        {token ? (
          <NewPasswordForm onSubmit={(password) => reset(token, password)}>
            <div className="grid gap-1 text-sm">
              <p>Each link works once, for 30 minutes. You can ask for another one.</p>
              <ForgotPasswordDialog />
            </div>
          </NewPasswordForm>
        ) : (
          <SignedInMember value={user}>
            <ChangePassword onChanged={() => void navigate(HOME_PATH, { replace: true })} />
          </SignedInMember>
        )}
      </Card>
      {step}
    </div>
  );
}
