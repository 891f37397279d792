import { zodResolver } from '@hookform/resolvers/zod';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { verbatimText } from '@kindpal/contract/text/schema';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { queryClient } from '~/lib/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const MESSAGE_MAX = 500;
const schema = z.object({ message: verbatimText({ label: 'Message', max: MESSAGE_MAX }) });

type RequestFormProps = { onSent: () => void; onCancel: () => void };

/** Asks staff for a further code. [I1] */
export function RequestForm({ onSent, onCancel }: RequestFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { message: '' } });
  const { errors, isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  useUnsaved(isDirty && !isSubmitSuccessful);
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.invite.findMyRequest.key() });

  async function ask(typed: z.output<typeof schema>) {
    try {
      await client.invite.requestMore(typed);
    } catch (error) {
      if (hasCode(error, 'REQUEST_PENDING')) void refresh();
      return showFormError(error, form);
    }
    await refresh();
    onSent();
    notify.outcome({
      title: 'You asked for another code',
      description: 'We answer within about 24 hours.',
    });
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(ask)}>
      <Field
        label="Whom would you like to bring?"
        optional
        error={errors.message?.message}
        hint="A word about them helps us to say yes."
        counter={{ used: countCharacters(form.watch('message')), max: MESSAGE_MAX }}
      >
        <Textarea rows={3} {...form.register('message')} />
      </Field>
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button variant="quiet" onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" wide busy={isSubmitting} busyLabel="Asking...">
          Ask for a Code
        </Button>
      </div>
    </form>
  );
}
