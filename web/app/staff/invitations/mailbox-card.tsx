import type { ReactNode } from 'react';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { Moment } from '~/ui/moment.tsx';

export type MailboxState = { label: string; tone: BadgeTone };

type MailboxCardProps = {
  /** Without a name, the address is the title. */
  name?: string;
  email: string;
  /** What the date means: 'Subscribed on'. */
  did: string;
  at: string;
  state: MailboxState;
  children?: ReactNode;
};

/** A person outside the community who left an address: name, date and status. */
export function MailboxCard({ name, email, did, at, state, children }: MailboxCardProps) {
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-[11em] text-ink-soft text-sm [overflow-wrap:anywhere]">
          <h2 className="font-sans font-semibold text-base text-ink tracking-normal">
            <bdi>{name ?? <EmailAddress email={email} />}</bdi>
          </h2>
          {name ? (
            <p>
              <EmailAddress email={email} />
            </p>
          ) : null}
          <p>
            {did} <Moment at={at} />
          </p>
        </div>
        <StatusLabel tone={state.tone}>{state.label}</StatusLabel>
      </div>
      {children}
    </Card>
  );
}
