import type { UseFormRegisterReturn } from 'react-hook-form';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type NamePart = {
  registration: UseFormRegisterReturn;
  typed: string | undefined;
  error: string | undefined;
};

/** First and last name, side by side on wide screens. [R3] [O2] */
export function NameFields({ first, last }: { first: NamePart; last: NamePart }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="First Name"
        error={first.error}
        hint={sanitizingNotice(first.typed ?? '', 'your first name')}
      >
        <TextInput autoComplete="given-name" {...first.registration} />
      </Field>
      <Field
        label="Last Name"
        error={last.error}
        hint={sanitizingNotice(last.typed ?? '', 'your last name')}
      >
        <TextInput autoComplete="family-name" {...last.registration} />
      </Field>
    </div>
  );
}
