import type { Account } from '@kindpal/contract/account/schema';
import { CONTINUE_PATH } from '@kindpal/contract/sso/schema';
import { useMutation } from '@tanstack/react-query';
import { useUser } from '~/account/session/use-session.ts';
import { useProof } from '~/factor/use-proof.tsx';
import { WayInRow } from '~/factor/way-in-row.tsx';
import { api } from '~/lib/calls/api.ts';
import { useConfig } from '~/lib/config.ts';
import { leaveWithoutAsking } from '~/lib/unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { PageSection } from '~/ui/page-section.tsx';

type Identity = Account['identities'][number];

/**
 * The member's accounts at outside providers; nothing if there are neither providers nor accounts.
 * [U12]
 */
export function Identities() {
  const providers = useConfig()?.sign_in_providers ?? [];
  const outside = useUser().identities.filter(({ provider }) => provider !== 'email');
  const free = providers.filter(({ id }) => !outside.some(({ provider }) => provider === id));
  if (providers.length === 0 && outside.length === 0) return null;
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? id;
  return (
    <PageSection title="Connected accounts" anchor="identities">
      <div className="grid gap-5">
        <p className="text-ink-soft">Sign in with an account you have elsewhere.</p>
        {outside.length > 0 ? (
          <ul aria-label="Connected accounts" className="grid gap-4">
            {outside.map((identity) => (
              <Row key={identity.id} identity={identity} name={nameOf(identity.provider)} />
            ))}
          </ul>
        ) : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {free.map(({ id, name }) => (
            <Connect key={id} provider={id} name={name} />
          ))}
        </div>
      </div>
    </PageSection>
  );
}

function Connect({ provider, name }: { provider: string; name: string }) {
  const { run, proof } = useProof();
  const { mutateAsync, isPending } = useMutation(api.sso.link.mutationOptions());

  async function leave(): Promise<void> {
    const to = new URLSearchParams({ to: '/security#identities' });
    const redirect_to = `${CONTINUE_PATH}?${to}`;
    const { url } = await mutateAsync({ provider, redirect_to });
    leaveWithoutAsking(url);
  }
  return (
    <>
      <Button variant="outline" busy={isPending} onClick={() => void run(leave)}>
        <span className="wrap-anywhere py-1">
          Connect <bdi>{name}</bdi>
        </span>
      </Button>
      {proof}
    </>
  );
}

function Row({ identity, name }: { identity: Identity; name: string }) {
  const { mutateAsync, isPending } = useMutation(api.sso.unlink.mutationOptions());
  return (
    <WayInRow
      name={name}
      about={<bdi>{identity.email}</bdi>}
      end={{
        label: 'Disconnect',
        consequence: 'It no longer signs you in, and your other devices are signed out.',
        done: `${name} is disconnected`,
      }}
      onEnd={() => mutateAsync({ identity_id: identity.id })}
      isEnding={isPending}
    />
  );
}
