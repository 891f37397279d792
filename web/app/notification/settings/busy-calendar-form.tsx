import { zodResolver } from '@hookform/resolvers/zod';
import { busyCalendarFormSchema } from '@kindpal/contract/notification/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type Values = z.input<typeof busyCalendarFormSchema>;

/** A form for the address of a member's own calendar. */
export function BusyCalendarForm() {
  const form = useForm<Values, unknown, z.output<typeof busyCalendarFormSchema>>({
    resolver: zodResolver(busyCalendarFormSchema),
    defaultValues: { url: '' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync: setBusyCalendar, isSuccess } = useMutation(
    api.notification.setBusyCalendar.mutationOptions(),
  );
  useUnsaved(isDirty && !isSuccess);

  async function save(input: z.output<typeof busyCalendarFormSchema>) {
    try {
      await setBusyCalendar(input);
      await queryClient.invalidateQueries({ queryKey: api.notification.getBusyCalendar.key() });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to add your calendar' });
    }
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(save)}>
      <Field
        label="Secret address of your calendar (iCal)"
        hint="Google, Apple and Outlook calendars show it in their sharing settings. We read it every four hours."
        error={errors.url?.message}
      >
        <TextInput type="url" autoComplete="off" {...form.register('url')} />
      </Field>
      <Button
        type="submit"
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={isSubmitting}
      >
        Add calendar
      </Button>
    </form>
  );
}
