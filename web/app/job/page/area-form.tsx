import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';

const PICK = 'Please pick your area from the list';
const schema = z
  .object({ location: z.string(), place_id: z.string() })
  .refine(({ place_id }) => place_id !== '', { path: ['location'], message: PICK });
type Values = z.input<typeof schema>;

/** A form for the area, the only field of an existing job that its owner must add. [J2] */
export function AreaForm({ jobId }: { jobId: string }) {
  const cache = useQueryClient();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { location: '', place_id: '' },
  });
  const { errors } = form.formState;
  const save = useMutation(
    api.job.setArea.mutationOptions({
      onSuccess: (saved) => {
        cache.setQueryData(api.job.get.queryKey({ input: { id: jobId } }), saved);
        notify.outcome({ title: 'Area saved' });
      },
      onError: (error) => showFormError(error, form, { unexpected: 'Failed to save the area' }),
    }),
  );

  return (
    <Card inset="md">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ place_id }) =>
          save.mutate({ job_id: jobId, place_id: Number(place_id) }),
        )}
      >
        <div className="grid gap-1">
          <h2 className="text-xl">Add the area</h2>
          <p className="text-ink-soft">Sitters can’t see where this job is yet.</p>
        </div>
        <AreaField
          registration={form.register('location')}
          typed={form.watch('location')}
          placeId={form.watch('place_id')}
          onPick={(place) => pickPlace(form, place)}
          error={errors.location?.message}
        />
        <Button
          type="submit"
          className="sm:justify-self-start"
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save Area
        </Button>
      </form>
    </Card>
  );
}
