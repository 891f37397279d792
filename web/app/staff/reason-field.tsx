import { countCharacters } from '@kindpal/contract/text/count-characters';
import { verbatimText } from '@kindpal/contract/text/schema';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';

export const REASON_MAX = 500;
export const reasonSchema = z.object({
  reason: verbatimText({ label: 'Reason', max: REASON_MAX, min: 1 }),
});

type ReasonFieldProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  hint?: string;
};

/** A field for the reason of a staff action; it is stored in the log. */
export function ReasonField<Values extends FieldValues & { reason: string }, Output>({
  form,
  hint,
}: ReasonFieldProps<Values, Output>) {
  const name = 'reason' as Path<Values>;
  const typed: string = form.watch(name);
  const error = form.formState.errors.reason?.message;
  return (
    <Field
      label="Reason"
      error={typeof error === 'string' ? error : undefined}
      hint={hint}
      counter={{ used: countCharacters(typed), max: REASON_MAX }}
    >
      <Textarea rows={3} {...form.register(name)} />
    </Field>
  );
}
