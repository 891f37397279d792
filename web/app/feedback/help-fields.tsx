import { FEEDBACK_MAX } from '@kindpal/contract/feedback/rules';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useEffect } from 'react';
import { isWide } from '~/lib/use-is-wide.ts';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field } from '~/ui/field.tsx';
import { EmailInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { HelpForm } from './use-help-form.ts';

type FieldsProps = { form: HelpForm['form'] };

/** Step 1: the message. [F2] */
export function MessageField({ form }: FieldsProps) {
  const used = countCharacters(form.watch('message'));
  const isTooLong = used > FEEDBACK_MAX;
  const { setFocus, trigger, formState } = form;
  // Continue validates the field without submitting, so the form does not revalidate by itself.
  const revalidate = () => formState.errors.message && void trigger('message');
  // On a phone the keyboard would cover the text above the field. One frame later, because the
  // dialog first has to store which element gets the focus back.
  useEffect(() => {
    if (!isWide()) return;
    const frame = requestAnimationFrame(() => setFocus('message'));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  return (
    <>
      <Field
        label="Message"
        error={formState.errors.message?.message}
        hint={isTooLong ? `Only the first ${FEEDBACK_MAX} characters are sent.` : undefined}
        {...(used > FEEDBACK_MAX * 0.8 ? { counter: { used, max: FEEDBACK_MAX } } : {})}
      >
        <Textarea rows={5} {...form.register('message', { onChange: revalidate })} />
      </Field>
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          Leave this empty
          <input tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
    </>
  );
}

/** Step 2, for visitors: an email address for an answer, if they want one. [F2] */
export function ContactFields({ form }: FieldsProps) {
  const [email = '', wantsAnswer] = form.watch(['email', 'wants_follow_up']);
  const hint =
    wantsAnswer && email.trim() === ''
      ? 'We need an address to answer you.'
      : 'Used only to answer this message.';
  return (
    <>
      <Field label="Email" optional error={form.formState.errors.email?.message} hint={hint}>
        <EmailInput {...form.register('email')} />
      </Field>
      <Checkbox label="I would like a follow-up response" {...form.register('wants_follow_up')} />
    </>
  );
}
