import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { refetchFactors } from '~/factor/refetch-factors.ts';
import { WayInRow } from '~/factor/way-in-row.tsx';
import { api } from '~/lib/calls/api.ts';
import { useConfig } from '~/lib/config.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { PageSection } from '~/ui/page-section.tsx';

const PhoneWindow = lazyPart(() =>
  import('./phone-window.tsx').then((module) => module.PhoneWindow),
);

/**
 * The number that the member can sign in with: add, change, remove; nothing if this instance sends
 * no text messages. [U9]
 */
export function PhoneNumber() {
  const { phone } = useUser();
  const isOffered = useConfig()?.offers_phone === true;
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useMutation(api.account.updateUser.mutationOptions());
  const { mutateAsync: verify } = useMutation(api.account.verify.mutationOptions());
  if (!isOffered && !phone) return null;

  async function enter(number: string, token: string) {
    await verify({ type: 'phone_change', phone: number, token });
    setOpen(false);
    notify.outcome({
      title: 'Phone number confirmed',
      description: 'Texts to it now sign you in.',
    });
    await refetchFactors();
  }
  const change = isOffered ? (
    <Button
      size={phone ? 'sm' : 'md'}
      variant="outline"
      className="justify-self-start"
      onPointerEnter={PhoneWindow.prefetch}
      onClick={() => setOpen(true)}
    >
      {phone ? 'Change' : 'Add a phone number'}
    </Button>
  ) : null;
  return (
    <PageSection title="Phone number" anchor="phone">
      <div className="grid gap-5">
        <p className="text-ink-soft">
          We text you a code when you sign in with it. No one else here sees the number; your
          profile says only that it was checked.
        </p>
        {phone ? (
          <ul aria-label="Phone number">
            <WayInRow
              name={phone}
              about="Texts to it sign you in"
              end={{
                label: 'Remove',
                consequence:
                  'Texts to it no longer sign you in. Your other devices are signed out.',
                done: 'Phone number removed',
              }}
              onEnd={() => mutateAsync({ phone: '' })}
              isEnding={isPending}
            >
              {change}
            </WayInRow>
          </ul>
        ) : (
          change
        )}
        <Suspense>
          {isOpen ? (
            <PhoneWindow
              title={phone ? 'Change your phone number' : 'Add a phone number'}
              description={
                phone
                  ? 'We’ll text a code to the new number. Your other devices will be signed out.'
                  : 'We’ll text it a 6-digit code.'
              }
              ask={async (number) => void (await mutateAsync({ phone: number }))}
              enter={enter}
              onClose={() => setOpen(false)}
            />
          ) : null}
        </Suspense>
      </div>
    </PageSection>
  );
}
