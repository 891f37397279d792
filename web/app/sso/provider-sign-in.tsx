import { CONTINUE_PATH } from '@kindpal/contract/sso/schema';
import { useLocation } from 'react-router';
import { safeReturnPath } from '~/account/sign-in/return-path.ts';
import { client } from '~/lib/calls/client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { ProviderButtons } from './provider-buttons.tsx';

/** Signs in with an outside provider, and continues to the requested page. [U11] */
export function ProviderSignIn() {
  const { state } = useLocation();

  async function start(provider_id: string): Promise<string | null> {
    const redirect_to = `${CONTINUE_PATH}?${new URLSearchParams({ to: safeReturnPath(state) })}`;
    try {
      return (await client.sso.start({ provider_id, redirect_to })).url;
    } catch (error) {
      notifyFailure(error, { title: 'You’re not signed in' });
      return null;
    }
  }
  return <ProviderButtons start={start} className="mt-3" />;
}
