import { zodResolver } from '@hookform/resolvers/zod';
import { feedbackFormSchema } from '@kindpal/contract/feedback/schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import { rejectedFields, showFormError } from '~/lib/form-errors.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { EMPTY_DRAFT, keepHelpDraft, readHelpDraft } from './help-draft.ts';

/** `website` is a trap: people do not see it, so only programs fill it in. */
const schema = feedbackFormSchema.extend({ website: z.string().max(500) });
type Values = z.input<typeof schema>;
type Typed = z.output<typeof schema>;

export type HelpStep = 'message' | 'contact';

type HelpFormOptions = { who: string; isMember: boolean; onSent: () => void };

/** The form of Help & Feedback: its step, its kept draft, and how it is sent. [F2] [F3] */
export function useHelpForm({ who, isMember, onSent }: HelpFormOptions) {
  const [step, setStep] = useState<HelpStep>('message');
  const form = useForm<Values, unknown, Typed>({
    resolver: zodResolver(schema),
    defaultValues: { ...readHelpDraft(sessionStorage, who), website: '' },
  });
  const { subscribe, trigger, setFocus } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { message, email = '', wants_follow_up = false } = values;
          keepHelpDraft(sessionStorage, who, { message, email, wants_follow_up });
        },
      }),
    [subscribe, who],
  );

  function goTo(next: HelpStep) {
    setStep(next);
    // The field of the other step exists only after it is drawn.
    requestAnimationFrame(() => setFocus(next === 'message' ? 'message' : 'email'));
  }

  async function goOn() {
    if (await trigger('message', { shouldFocus: true })) goTo('contact');
  }

  async function send({ email, wants_follow_up, ...typed }: Typed) {
    const contact = isMember ? {} : { email, wants_follow_up };
    try {
      await client.feedback.send({ ...typed, ...contact, page_url: window.location.href });
    } catch (error) {
      if (rejectedFields(error).some(({ path }) => path.includes('message'))) setStep('message');
      return showFormError(error, form, {
        unexpected: 'Failed to submit feedback. Please try again.',
      });
    }
    form.reset({ ...EMPTY_DRAFT, website: '' });
    keepHelpDraft(sessionStorage, who, EMPTY_DRAFT);
    setStep('message');
    onSent();
    notify.outcome({
      title: 'Feedback submitted',
      description: "Thank you for your feedback! We'll review it soon.",
    });
    if (isMember) void queryClient.invalidateQueries({ queryKey: api.feedback.listMine.key() });
  }

  return { form, step, goOn, goBack: () => goTo('message'), submit: form.handleSubmit(send) };
}

export type HelpForm = ReturnType<typeof useHelpForm>;
