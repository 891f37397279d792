import { zodResolver } from '@hookform/resolvers/zod';
import { answerSchema, HEARING_MAX, type OwnHearing } from '@kindpal/contract/hearing/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { DOT, dateFormat } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { SUBJECT_LABELS } from '~/report/report-texts.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { Textarea } from '~/ui/textarea.tsx';

/** Questions from our team before it decides a report; renders nothing if there are none. */
export function OwnHearings() {
  const query = useInfiniteQuery(
    api.hearing.listMine.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const rows = rowsOf(query);
  if (rows?.length === 0 || query.isPending) return null;
  return (
    <section aria-labelledby="hearings" className="grid gap-3">
      <h2 id="hearings" className="text-xl">
        Questions from our team
      </h2>
      <PagedList
        label="Questions from our team"
        query={query}
        rows={rows}
        failure="The questions didn’t load"
        empty={null}
      >
        {(hearing) => <Hearing key={hearing.id} hearing={hearing} />}
      </PagedList>
    </section>
  );
}

function statusOf({ answered_at, is_open }: OwnHearing): string {
  if (answered_at) return 'Answered';
  return is_open ? 'Waiting for you' : 'Closed';
}

const until = dateFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function headingOf({ side, subject_type }: OwnHearing): string {
  if (subject_type === null) return 'About your account';
  const what = SUBJECT_LABELS[subject_type].toLowerCase();
  return side === 'member' ? `Someone reported your ${what}` : `About your report of a ${what}`;
}

function Hearing({ hearing }: { hearing: OwnHearing }) {
  const { side, about, question, answer, created_at, answer_until, is_open } = hearing;
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">
          {headingOf(hearing)}
          {DOT}
          <Moment at={created_at} />
        </p>
        <StatusLabel tone={is_open ? 'caution' : 'plain'}>{statusOf(hearing)}</StatusLabel>
      </div>
      {about ? (
        <blockquote className="border-line-strong border-l-4 pl-3 text-ink-soft text-sm">
          <p dir="auto" className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
            {about}
          </p>
        </blockquote>
      ) : null}
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {question}
      </p>
      {answer ? (
        <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
          <p className="font-semibold">Your answer</p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {answer}
          </p>
        </div>
      ) : null}
      {is_open ? (
        <>
          <p className="text-ink-soft text-sm">
            {side === 'member' ? 'We haven’t decided anything yet. ' : null}You can answer until{' '}
            {until.format(new Date(answer_until))}.
          </p>
          <AnswerForm id={hearing.id} />
        </>
      ) : null}
    </Card>
  );
}

const schema = z.object({ answer: answerSchema });

function AnswerForm({ id }: { id: string }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { answer: '' } });
  const again = () => queryClient.invalidateQueries({ queryKey: api.hearing.listMine.key() });
  const send = useMutation(
    api.hearing.answer.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'Answer sent' });
        return again();
      },
      onError: (error) => {
        showFormError(error, form);
        void again();
      },
    }),
  );
  useUnsaved(form.formState.isDirty && !send.isSuccess);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ answer }) => send.mutate({ id, answer }))}
    >
      <Field
        label="Your answer"
        hint="You can answer once. Only our team reads it."
        error={form.formState.errors.answer?.message}
        counter={{ used: countCharacters(form.watch('answer')), max: HEARING_MAX }}
      >
        <Textarea rows={4} {...form.register('answer')} />
      </Field>
      <div>
        <Button type="submit" busy={send.isPending} busyLabel="Sending...">
          Send answer
        </Button>
      </div>
    </form>
  );
}
