import { OctagonAlert } from 'lucide-react';
import type { WrongField } from '~/lib/calls/wrong-fields.ts';
import { counted } from '~/lib/counted.ts';

type ErrorSummaryProps = {
  fields: readonly WrongField[];
  /** Moves to the field. */
  onGo: (name: string) => void;
};

/**
 * Why a long form was not sent: a list of links to the invalid fields. A single one needs no
 * list: it has the focus.
 */
export function ErrorSummary({ fields, onGo }: ErrorSummaryProps) {
  if (fields.length < 2) return null;
  return (
    <section
      aria-label="What to fix"
      className="grid gap-1 rounded-md border-danger border-l-4 bg-danger-soft p-4 text-ink"
    >
      <h2 className="flex items-center gap-2 font-sans font-semibold text-base">
        <OctagonAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        {counted(fields.length, 'field')} to fix
      </h2>
      <ul>
        {fields.map(({ name, label, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onGo(name)}
              className="min-h-11 py-1.5 text-left text-sm underline underline-offset-4 hover:text-danger"
            >
              {saysWhich(message, label) ? message : `${label}: ${message}`}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const saysWhich = (message: string, label: string) =>
  message.toLowerCase().includes(label.toLowerCase());
