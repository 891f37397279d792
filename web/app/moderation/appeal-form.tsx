import { zodResolver } from '@hookform/resolvers/zod';
import { appealTextSchema } from '@kindpal/contract/moderation/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const schema = z.object({ text: appealTextSchema });
const MAX = 2000;

type AppealFormProps = {
  send: (text: string) => Promise<unknown>;
  /** Whether the form was opened by a button, which it replaces. */
  wasAsked?: boolean;
};

/** A form for a member's one appeal against a decision. */
export function AppealForm({ send, wasAsked = false }: AppealFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: '' } });
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = form.formState;
  useUnsaved(isDirty && !isSubmitSuccessful);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ text }) =>
        send(text).catch((error: unknown) => showFormError(error, form)),
      )}
    >
      <Field
        label="Your appeal"
        hint="You can appeal once. Someone else on our team will decide and email you the answer."
        error={errors.text?.message}
        counter={{ used: countCharacters(form.watch('text')), max: MAX }}
      >
        <Textarea rows={5} autoFocus={wasAsked} {...form.register('text')} />
      </Field>
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel="Sending...">
          Send appeal
        </Button>
      </div>
    </form>
  );
}
