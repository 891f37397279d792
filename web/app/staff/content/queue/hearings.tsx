import { zodResolver } from '@hookform/resolvers/zod';
import {
  HEARING_HOURS,
  HEARING_MAX,
  type HearingSide,
  questionSchema,
} from '@kindpal/contract/hearing/schema';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { refetchReports } from '~/staff/refetch.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const SIDES: Record<HearingSide, { heading: string; button: string; title: string }> = {
  member: {
    heading: 'Asked the reported member',
    button: 'Ask reported member',
    title: 'Ask the reported member',
  },
  reporter: { heading: 'Asked the reporter', button: 'Ask reporter', title: 'Ask the reporter' },
};

/** The questions to both sides and their answers, with a form to ask. [S4] */
export function Hearings({ report }: { report: StaffReport }) {
  const [asking, setAsking] = useState<HearingSide | null>(null);
  const { hearings, signal, can, decided_at } = report;
  const title = signal ? 'Their side' : 'Both sides';
  if (hearings.length === 0 && can.ask.length === 0) return null;
  return (
    <Card as="section" aria-label={title} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">{title}</h2>
        {decided_at ? null : (
          <p className="text-ink-soft text-sm">
            {signal
              ? 'They can be asked once. While they can still answer, you can’t warn, suspend or ban.'
              : 'Each can be asked once. While the reported member can still answer, you can take away what was reported, but not warn, suspend or ban, unless someone is in danger.'}
          </p>
        )}
      </div>
      {hearings.map((hearing) => (
        <div key={hearing.id} className="grid gap-2 rounded-md bg-sunken p-4">
          <p className="text-ink-soft text-xs">
            {signal ? 'Asked' : SIDES[hearing.side].heading} <Moment at={hearing.created_at} />
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {hearing.question}
          </p>
          {hearing.answer ? (
            <blockquote className="border-line-strong border-l-4 pl-3">
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {hearing.answer}
              </p>
            </blockquote>
          ) : (
            <p className="text-ink-soft text-sm">
              {hearing.is_open ? (
                <>
                  No answer yet. Can answer until <Moment at={hearing.answer_until} />.
                </>
              ) : (
                'No answer in time.'
              )}
            </p>
          )}
        </div>
      ))}
      {can.ask.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {can.ask.map((side) => (
            <Button key={side} size="sm" variant="outline" onClick={() => setAsking(side)}>
              {signal ? 'Ask the member' : SIDES[side].button}
            </Button>
          ))}
        </div>
      ) : null}
      <Dialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={signal ? 'Ask the member' : asking ? SIDES[asking].title : ''}
        description={`They get your question by email and have ${HEARING_HOURS} hours to answer. They aren’t told who asks${asking === 'member' && !signal ? ' or who reported' : ''}.`}
      >
        {asking ? (
          <AskForm reportId={report.id} side={asking} onClose={() => setAsking(null)} />
        ) : null}
      </Dialog>
    </Card>
  );
}

const schema = z.object({ question: questionSchema });

type AskFormProps = { reportId: string; side: HearingSide; onClose: () => void };

function AskForm({ reportId, side, onClose }: AskFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { question: '' } });
  const ask = useMutation(
    api.hearing.ask.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'Question sent' });
        onClose();
        refetchReports();
      },
      onError: (error) => {
        showFormError(error, form);
        refetchReports();
      },
    }),
  );
  useUnsaved(form.formState.isDirty && !ask.isSuccess);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ question }) =>
        ask.mutate({ report_id: reportId, side, question }),
      )}
    >
      <Field
        label="Your question"
        error={form.formState.errors.question?.message}
        counter={{ used: countCharacters(form.watch('question')), max: HEARING_MAX }}
      >
        <Textarea rows={4} {...form.register('question')} />
      </Field>
      <DialogActions>
        <Button variant="quiet" disabled={ask.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={ask.isPending} busyLabel="Sending...">
          Send Question
        </Button>
      </DialogActions>
    </form>
  );
}
