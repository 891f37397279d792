import { zodResolver } from '@hookform/resolvers/zod';
import { type ChosenTopic, feedbackFormSchema } from '@kindpal/contract/feedback/schema';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields, showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { EMPTY_DRAFT, keepHelpDraft, readHelpDraft } from './help-draft.ts';
import { sentOnce } from './sent-once.ts';
import type { JobAtHand } from './use-job-at-hand.ts';

/** `website` is a honeypot: people do not see it, so only programs fill it in. */
const schema = feedbackFormSchema.extend({ website: z.string().max(500) });
type Values = z.input<typeof schema>;
type Typed = z.output<typeof schema>;

const SIGNED_OUT = 'You were signed out. Sign in again to send this.';

export type HelpStep = 'topic' | 'message' | 'contact';

type HelpFormOptions = {
  /** The id of the member who writes, or null for a visitor. */
  member: string | null;
  /** The job of the current page, if the viewer is a participant. */
  job: JobAtHand | null;
  onSent: () => void;
};

/** The choice for a job; null for 'not about this job'. */
type Choice = { job: string; topic: ChosenTopic | null };

/** The form of Help & Feedback: its step, its stored draft, and sending. [F2] [F3] */
export function useHelpForm({ member, job, onSent }: HelpFormOptions) {
  const who = member ?? 'visitor';
  const [typing, setStep] = useState<Exclude<HelpStep, 'topic'>>('message');
  const [choice, setChoice] = useState<Choice | null>(null);
  // A choice made for another job is ignored.
  const chosen = job && choice?.job === job.id ? choice : null;
  const step: HelpStep = job && !chosen ? 'topic' : typing;
  const form = useForm<Values, unknown, Typed>({
    resolver: zodResolver(schema),
    defaultValues: { ...readHelpDraft(sessionStorage, who), website: '' },
  });
  const [attempt] = useState(sentOnce);
  const { subscribe, trigger, setFocus } = form;
  useUnsaved(member !== null && form.watch('message') !== '', { keepsDraft: true });
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

  function goTo(next: Exclude<HelpStep, 'topic'>) {
    setStep(next);
    // The field of the other step exists only after it is rendered.
    requestAnimationFrame(() => setFocus(next === 'message' ? 'message' : 'email'));
  }

  async function goOn() {
    if (await trigger('message', { shouldFocus: true })) goTo('contact');
  }

  const sendFeedback = useMutation(
    api.feedback.send.mutationOptions({
      onError: (error) => {
        if (rejectedFields(error).some(({ path }) => path.includes('message'))) setStep('message');
        // Pages for everybody show nothing about an ended session.
        if (hasCode(error, 'UNAUTHORIZED')) form.setError('message', { message: SIGNED_OUT });
        showFormError(error, form, { unexpected: 'Failed to submit feedback. Please try again.' });
      },
      onSuccess: () => {
        attempt.end();
        form.reset({ ...EMPTY_DRAFT, website: '' });
        keepHelpDraft(sessionStorage, who, EMPTY_DRAFT);
        setStep('message');
        setChoice(null);
        onSent();
        notify.outcome({
          title: 'Feedback submitted',
          description: "Thank you for your feedback! We'll review it soon.",
        });
        if (member) void queryClient.invalidateQueries({ queryKey: api.feedback.listMine.key() });
      },
    }),
    // The dialog also opens on pages without data, which have no query provider.
    queryClient,
  );

  function send({ email, wants_follow_up, ...typed }: Typed) {
    const contact = member ? { user_id: member } : { email, wants_follow_up };
    const about = job && chosen?.topic ? { job_id: job.id, topic: chosen.topic } : {};
    const content = { ...typed, ...contact, ...about };
    const client_id = attempt.idFor(content);
    sendFeedback.mutate({ ...content, client_id, page_url: window.location.href });
  }

  return {
    form,
    step,
    topic: chosen?.topic ?? null,
    choose: (topic: ChosenTopic | null) => job && setChoice({ job: job.id, topic }),
    /** Returns to the choice of topic. */
    chooseAgain: () => setChoice(null),
    goOn,
    goBack: () => goTo('message'),
    submit: form.handleSubmit(send),
    isSending: sendFeedback.isPending,
  };
}

export type HelpForm = ReturnType<typeof useHelpForm>;
