import { zodResolver } from '@hookform/resolvers/zod';
import { type OwnProfile, profileEditSchema } from '@kindpal/contract/member/schema';
import { RECORD_NOTE_MAX, reliabilityText } from '@kindpal/contract/member/track-record';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Field } from '~/ui/field.tsx';
import { SaveButton } from '~/ui/save-button.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { useUpdateProfile } from './use-own-profile.ts';

const schema = profileEditSchema.pick({ record_note: true }).required();
type Values = z.input<typeof schema>;

/** The record that other members see, and a form for the member's own note about it. */
export function RecordNoteForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { record_note: profile.record_note ?? '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function save({ record_note }: z.output<typeof schema>) {
    try {
      const saved = await update({ record_note: record_note || null });
      form.reset({ record_note: saved.record_note ?? '' });
      notify.outcome({ title: 'Your note is saved' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to save your note' });
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <ul className="grid gap-1 text-sm">
        {profile.reliability.map((facts) => (
          <li key={facts.side}>
            <span className="font-semibold">
              {facts.side === 'sitter' ? 'As a sitter' : 'As an owner'}:
            </span>{' '}
            {reliabilityText(facts)}
          </li>
        ))}
      </ul>
      <Field
        label="Your note"
        optional
        hint="Members see it with this record. For example, explain why you had to cancel."
        error={errors.record_note?.message}
        counter={{
          used: countCharacters(form.watch('record_note') ?? ''),
          max: RECORD_NOTE_MAX,
        }}
      >
        <Textarea rows={2} maxLength={RECORD_NOTE_MAX} {...form.register('record_note')} />
      </Field>
      <SaveButton isDirty={isDirty} busy={isSubmitting}>
        Save Note
      </SaveButton>
    </form>
  );
}
