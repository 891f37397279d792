import type { OwnProfile } from '@kindpal/contract/member/schema';
import type { PaymentLink } from '@kindpal/contract/payment/rules';
import { PAYMENT_LINKS_MAX } from '@kindpal/contract/payment/rules';
import { Trash2, Wallet } from 'lucide-react';
import { useRef, useState } from 'react';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { PaymentMethodForm } from './payment-method-form.tsx';

/**
 * The payment methods; each is saved as soon as it is added, and deleted as soon as it is removed.
 * [R5]
 */
export function PaymentMethods({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const [removing, setRemoving] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const methods = Object.entries(profile.payment_links);

  async function remove(key: string) {
    setRemoving(key);
    try {
      await update({ payment_links: { [key]: null } });
      // The focused button has disappeared.
      list.current?.focus({ preventScroll: true });
      notify.outcome({ title: 'Payment method removed' });
    } catch (error) {
      notifyFailure(error, { unexpected: 'Failed to remove payment method' });
    } finally {
      setRemoving(null);
    }
  }

  return (
    <div className="grid gap-6">
      <div ref={list} tabIndex={-1} className="outline-none">
        {methods.length === 0 ? (
          <p className="rounded-md bg-sunken p-4 text-ink-soft">
            None yet. You and your neighbor settle payment directly. Add how you’d like to be paid.
          </p>
        ) : (
          <ul aria-label="Your payment methods" className="@container grid gap-2.5">
            {methods.map(([key, method]) => (
              <Method
                key={key}
                method={method}
                busy={removing === key}
                onRemove={() => void remove(key)}
              />
            ))}
          </ul>
        )}
      </div>
      {methods.length < PAYMENT_LINKS_MAX ? (
        <PaymentMethodForm profile={profile} />
      ) : (
        <p className="text-ink-soft text-sm">
          {PAYMENT_LINKS_MAX} are as many as there can be. Remove one to add another.
        </p>
      )}
    </div>
  );
}

type MethodProps = { method: PaymentLink; busy: boolean; onRemove: () => void };

function Method({ method: { service, url, username }, busy, onRemove }: MethodProps) {
  return (
    <li className="flex items-center gap-3 rounded-md border border-line py-1.5 pr-1.5 pl-3.5">
      <Wallet aria-hidden="true" className="@max-[14rem]:hidden size-5 shrink-0 text-accent" />
      <div className="grid min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere font-semibold leading-snug">
          {service}
        </span>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="wrap-anywhere py-1 text-accent text-sm underline underline-offset-4"
        >
          {username ?? url}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      <IconButton label={`Remove ${service} ${username ?? url}`} disabled={busy} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
