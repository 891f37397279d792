import { zodResolver } from '@hookform/resolvers/zod';
import { REPLY_MAX } from '@kindpal/contract/review/rules';
import { replySchema } from '@kindpal/contract/review/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const formSchema = z.object({ reply: replySchema });

type ReplyFormProps = { reviewId: string; onClose: () => void };

/** A form for the one public reply to a review. [R9] */
export function ReplyForm({ reviewId, onClose }: ReplyFormProps) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { reply: '' } });
  const send = useMutation(
    api.review.reply.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'Reply published' });
        return queryClient.invalidateQueries({ queryKey: api.review.key() });
      },
      onError: (error) => showFormError(error, form),
    }),
  );
  useUnsaved(form.formState.isDirty && !send.isSuccess);
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit(({ reply }) => send.mutate({ review_id: reviewId, reply }))}
    >
      <Field
        label="Your public reply"
        hint="You can reply once, and not change it."
        error={form.formState.errors.reply?.message}
        counter={{ used: countCharacters(form.watch('reply')), max: REPLY_MAX }}
      >
        <Textarea rows={3} autoFocus {...form.register('reply')} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={send.isPending} busyLabel="Publishing...">
          Publish reply
        </Button>
        <Button size="sm" variant="quiet" disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
