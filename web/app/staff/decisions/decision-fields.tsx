import { staffNoteSchema } from '@kindpal/contract/moderation/schema';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { PRESET_REASONS, type TERMS } from './suspension-terms.ts';

/**
 * The form values of a decision about a member: the length of a suspension, the reason, and a note
 * for staff.
 */
export const decisionSchema = reasonSchema.extend({ term: z.string(), note: staffNoteSchema });
export type ChosenDecision = z.output<typeof decisionSchema>;
export const DECISION_DEFAULTS = { term: '7', reason: '', note: '' };

type DecisionFieldsProps<Output> = {
  form: UseFormReturn<z.input<typeof decisionSchema>, unknown, Output>;
  /** The lengths to choose from; none unless it is a suspension. */
  terms?: readonly (typeof TERMS)[number][];
  /** Where the member reads the reason; without it no reason is needed. */
  reasonHint?: string;
};

/** The fields of every decision about a member. [S4] */
export function DecisionFields<Output>({
  form,
  terms = [],
  reasonHint,
}: DecisionFieldsProps<Output>) {
  return (
    <>
      {terms.length > 0 ? (
        <Field label="For how long">
          <Select {...form.register('term')}>
            {terms.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {reasonHint ? (
        <>
          <Field label="Preset reason" optional>
            <Select
              defaultValue=""
              onChange={({ target }) =>
                form.setValue('reason', target.value, { shouldDirty: true })
              }
            >
              <option value="">Write your own</option>
              {PRESET_REASONS.map((reason) => (
                <option key={reason} value={reason}>
                  {reason}
                </option>
              ))}
            </Select>
          </Field>
          <ReasonField form={form} hint={reasonHint} />
        </>
      ) : null}
      <Field
        label="Internal note"
        optional
        hint="Only staff see this."
        error={form.formState.errors.note?.message}
      >
        <Textarea rows={2} {...form.register('note')} />
      </Field>
    </>
  );
}
