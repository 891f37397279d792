import type { Profile, ReplyTime } from '@kindpal/contract/member/schema';
import { reliabilityText } from '@kindpal/contract/member/track-record';
import { ListChecks } from 'lucide-react';
import { REPLY_LABELS } from './fact-texts.ts';

const AS = { sitter: 'As a sitter', owner: 'As an owner' } as const;

/** How a member's jobs ended, for each side with three or more jobs, with their own note. */
export function RecordLines({ member }: { member: Profile }) {
  const { reliability, record_note } = member;
  const replies = { sitter: member.reply_time, owner: member.owner_reply_time };
  if (reliability.length === 0) return null;
  return (
    <section aria-labelledby="record" className="grid gap-2">
      <h2 id="record" className="text-xl">
        Track record
      </h2>
      <ul className="grid gap-1.5 text-sm">
        {reliability.map((facts) => (
          <RecordLine key={facts.side} facts={facts} replies={replies[facts.side]} />
        ))}
      </ul>
      {record_note ? (
        <p dir="auto" className="max-w-prose text-ink-soft text-sm wrap-anywhere">
          <span className="font-semibold">Their note:</span> {record_note}
        </p>
      ) : null}
    </section>
  );
}

type RecordLineProps = { facts: Profile['reliability'][number]; replies: ReplyTime | null };

/** The line of one side, with the usual reply time. */
function RecordLine({ facts, replies }: RecordLineProps) {
  return (
    <li className="flex items-start gap-2">
      <ListChecks aria-hidden="true" className="line-icon text-accent" />
      <span>
        <span className="font-semibold">{AS[facts.side]}:</span> {reliabilityText(facts)}
        {replies ? `, usually replies ${REPLY_LABELS[replies].toLowerCase()}` : ''}
      </span>
    </li>
  );
}
