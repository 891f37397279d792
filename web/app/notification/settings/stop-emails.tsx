import { useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import type { MailedChange, MailedEmails } from './mailed-emails.ts';

type StopEmailsProps = {
  emails: MailedEmails;
  onChange: (change: MailedChange) => void;
};

/**
 * Switches off the emails that an opened link is about. It needs a press, because programs that
 * check links in emails also open the page.
 */
export function StopEmails({ emails, onChange }: StopEmailsProps) {
  const [undo, setUndo] = useState<MailedChange | null>(null);
  const { kind, label, isOn, stop, resume, next } = emails;
  const words = WORDS[kind];
  function press(pressed: MailedEmails['stop']): void {
    setUndo(pressed.undo);
    onChange(pressed.change);
  }
  function takeBack(): void {
    setUndo(null);
    onChange(undo ?? resume);
  }
  return (
    <Card as="section" aria-labelledby="stop" className="grid gap-4">
      <div role="status" className="grid gap-1">
        <h2 id="stop" className="text-xl">
          {isOn ? words.asks(label) : words.ended(label)}
        </h2>
        <p className="text-ink-soft">{isOn ? words.others : KEPT}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={isOn ? 'primary' : 'outline'}
          onClick={isOn ? () => press(stop) : takeBack}
        >
          {isOn ? words.button : 'Undo'}
        </Button>
        {!isOn && next ? (
          <Button variant="outline" onClick={() => press(next.stop)}>
            Stop all “{next.label}” emails
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

const KEPT = 'You’ll still see this under the bell, unless you turned that off too.';

const WORDS = {
  type: {
    asks: (label: string) => `Stop emails like “${label}”?`,
    ended: (label: string) => `You won’t get emails like “${label}” anymore`,
    others: 'You’ll still get all other emails.',
    button: 'Stop these emails',
  },
  group: {
    asks: (label: string) => `Stop all “${label}” emails?`,
    ended: (label: string) => `You won’t get “${label}” emails anymore`,
    others: 'You’ll still get all other emails.',
    button: 'Stop these emails',
  },
  digest: {
    asks: () => 'Stop the digest?',
    ended: () => 'You won’t get the digest anymore',
    others: 'Its news isn’t emailed separately either. You’ll still get all other emails.',
    button: 'Stop the digest',
  },
};
