import { zodResolver } from '@hookform/resolvers/zod';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { verbatimText } from '@kindpal/contract/text/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const MESSAGE_MAX = 500;
const schema = z.object({ message: verbatimText({ label: 'Message', max: MESSAGE_MAX }) });

type RequestFormProps = { onSent: () => void; onCancel: () => void };

/** A form to request another code. [I1] */
export function RequestForm({ onSent, onCancel }: RequestFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { message: '' } });
  const { errors, isDirty } = form.formState;
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.invite.findMyRequest.key() });
  const ask = useMutation(
    api.invite.requestMore.mutationOptions({
      onSuccess: async () => {
        await refresh();
        onSent();
        notify.outcome({
          title: 'You asked for another code',
          description: 'We answer within about 24 hours.',
        });
      },
      onError: (error) => {
        if (hasCode(error, 'REQUEST_PENDING')) void refresh();
        showFormError(error, form);
      },
    }),
  );
  useUnsaved(isDirty && !ask.isSuccess);

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit((typed) => ask.mutate(typed))}
    >
      <Field
        label="Who would you like to bring?"
        optional
        error={errors.message?.message}
        hint="A few words about them help us say yes."
        counter={{ used: countCharacters(form.watch('message')), max: MESSAGE_MAX }}
      >
        <Textarea rows={3} {...form.register('message')} />
      </Field>
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button variant="quiet" onClick={onCancel} disabled={ask.isPending}>
          Cancel
        </Button>
        <Button type="submit" wide busy={ask.isPending} busyLabel="Asking...">
          Ask for a Code
        </Button>
      </div>
    </form>
  );
}
