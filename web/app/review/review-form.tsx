import { zodResolver } from '@hookform/resolvers/zod';
import { REVIEW_TEXT_MAX } from '@kindpal/contract/review/rules';
import {
  type Reviewable,
  type ReviewDraft,
  reviewDraftSchema,
} from '@kindpal/contract/review/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useFocusFirstWrong } from '~/lib/calls/wrong-fields.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { YesNo } from '~/ui/yes-no.tsx';
import { factsOf } from './review-texts.ts';
import { StarField } from './stars.tsx';

type Values = Partial<ReviewDraft> & Pick<ReviewDraft, 'text' | 'facts' | 'staff_note'>;
type ReviewFormApi = UseFormReturn<Values, unknown, ReviewDraft>;

/**
 * A form for a review of the other side of a claim: stars, text, three facts and a note for staff.
 * [R9]
 */
export function ReviewForm({ claim, onClose }: { claim: Reviewable; onClose: () => void }) {
  const { claim_id, mine, partner, as } = claim;
  const form: ReviewFormApi = useForm<Values, unknown, ReviewDraft>({
    resolver: zodResolver(reviewDraftSchema) as never,
    defaultValues: {
      text: mine?.text ?? '',
      facts: mine?.facts ?? {},
      staff_note: mine?.staff_note ?? '',
      ...(mine ? { rating: mine.rating, would_repeat: mine.would_repeat } : {}),
    },
    shouldFocusError: false,
  });
  const send = useMutation(
    api.review.write.mutationOptions({
      onSuccess: ({ published_at }) => {
        void queryClient.invalidateQueries({ queryKey: api.review.key() });
        notify.outcome({
          title: published_at ? 'Both reviews are published' : 'Review saved',
        });
        onClose();
      },
      onError: (error) => showFormError(error, form),
    }),
  );
  useUnsaved(form.formState.isDirty && !send.isSuccess);
  const { errors, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, submitCount);
  // The button that opened the form is gone.
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  const { rating = 0, would_repeat, facts } = form.watch();
  const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      aria-label={`Review of ${partner.full_name}`}
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((draft) => send.mutate({ claim_id, ...draft }))}
    >
      <StarField
        value={rating}
        onChange={(value) => form.setValue('rating', value, set)}
        error={errors.rating?.message}
      />
      <YesNo
        legend="Would you do this again?"
        value={would_repeat}
        onChange={(value) => form.setValue('would_repeat', value, set)}
        error={errors.would_repeat?.message}
      />
      {factsOf(as).map(([name, label]) => (
        <YesNo
          key={name}
          legend={label}
          optional
          value={facts[name as keyof typeof facts]}
          onChange={(value) =>
            form.setValue('facts', { ...form.getValues('facts'), [name]: value }, set)
          }
        />
      ))}
      <TextPart form={form} name="text" label="Your review" />
      <TextPart
        form={form}
        name="staff_note"
        label="Private note to our team"
        hint="Only our team reads this, whatever happens to the review."
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={send.isPending} busyLabel="Saving...">
          Save review
        </Button>
        <Button variant="quiet" disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type TextPartProps = {
  form: ReviewFormApi;
  name: 'text' | 'staff_note';
  label: string;
  hint?: string;
};

function TextPart({ form, name, label, hint }: TextPartProps) {
  return (
    <Field
      label={label}
      optional
      hint={hint}
      error={form.formState.errors[name]?.message}
      counter={{ used: countCharacters(form.watch(name)), max: REVIEW_TEXT_MAX }}
    >
      <Textarea rows={name === 'text' ? 4 : 2} {...form.register(name)} />
    </Field>
  );
}
