import { IDENTITY_METHODS } from '@kindpal/contract/identity/rules';
import type { VerifiedFact } from '@kindpal/contract/identity/schema';
import { BadgeCheck, MailCheck, Smartphone, TicketCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '~/lib/format.ts';

const ICONS = { identity: BadgeCheck, email: MailCheck, phone: Smartphone, invite: TicketCheck };

/** What was verified about a member: how, when, and until when. [R1] */
export function VerifiedFacts({ facts }: { facts: VerifiedFact[] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="verified" className="grid gap-3">
      <h2 id="verified" className="text-xl">
        What was checked
      </h2>
      <ul className="grid gap-3">
        {facts.map((fact) => (
          <Fact key={fact.kind} fact={fact} />
        ))}
      </ul>
    </section>
  );
}

function Fact({ fact }: { fact: VerifiedFact }) {
  const Icon = ICONS[fact.kind];
  const { title, text } = textsOf(fact);
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden="true" className="line-icon text-positive" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold leading-snug wrap-anywhere">{title}</p>
        <p className="text-ink-soft text-sm wrap-anywhere">{text}</p>
      </div>
    </li>
  );
}

function textsOf({ kind, checked_at, expires_at, method, invited_by }: VerifiedFact): {
  title: ReactNode;
  text: string;
} {
  const since = checked_at ? formatDay(checked_at) : null;
  if (kind === 'identity') {
    const how = method ? IDENTITY_METHODS[method].toLowerCase() : '';
    return {
      title: 'Identity',
      text: `Two people on our team compared name and face with an official document ${how} on ${since}. Valid until ${expires_at ? formatDay(expires_at) : ''}.`,
    };
  }
  if (kind === 'email') {
    return {
      title: 'Email',
      text: `Confirmed by email${since ? ` on ${since}` : ''}.`,
    };
  }
  if (kind === 'phone') {
    return {
      title: 'Phone',
      text: `Confirmed by a code sent to it${since ? ` on ${since}` : ''}.`,
    };
  }
  return {
    title: (
      <>
        Invited by <bdi>{invited_by}</bdi>
      </>
    ),
    text: `${since ? `Joined with their code on ${since}. ` : ''}Their account is active today.`,
  };
}
