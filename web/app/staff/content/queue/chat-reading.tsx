import { zodResolver } from '@hookform/resolvers/zod';
import {
  READING_HOURS,
  readingReasonSchema,
  type StaffReading,
} from '@kindpal/contract/reading/schema';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { DOT } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { refetchReports } from '~/staff/refetch.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const STATES: Record<StaffReading['state'], string> = {
  asked: 'Waits for a second person',
  open: 'Two people agreed',
  refused: 'Refused',
  over: 'Over',
};

/**
 * Reading a chat beyond what was reported: one staff member requests it, another one agrees, and
 * both participants are notified. [S4]
 */
export function ChatReading({ report }: { report: StaffReport }) {
  const { reading, can } = report;
  const [isAsking, setAsking] = useState(false);
  const [isReading, setReading] = useState(false);
  if (!reading && !can.ask_to_read) return null;
  return (
    <Card as="section" aria-label="The whole chat" className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">The whole chat</h2>
        <p className="text-ink-soft text-sm">
          It can be read only when a second person on the team agrees, for {READING_HOURS} hours. We
          tell both participants right away, with the reason.
        </p>
      </div>
      {reading ? <Reading reading={reading} /> : null}
      {can.ask_to_read ? (
        <div>
          <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
            Ask to read it
          </Button>
        </div>
      ) : null}
      {reading?.can.read && !isReading ? (
        <div>
          <Button size="sm" variant="outline" onClick={() => setReading(true)}>
            Read the chat
          </Button>
        </div>
      ) : null}
      {reading?.can.read && isReading ? <Messages id={reading.id} /> : null}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Ask to read the chat"
        description="Someone else on the team has to agree. Both participants read your reason."
      >
        {isAsking ? <AskForm reportId={report.id} onClose={() => setAsking(false)} /> : null}
      </Dialog>
    </Card>
  );
}

function Reading({ reading }: { reading: StaffReading }) {
  const { id, state, reason, asked_by, decided_by, created_at, ends_at, can } = reading;
  const decide = useMutation(
    api.reading.decide.mutationOptions({
      onSuccess: ({ state }) => {
        notify.outcome({ title: state === 'open' ? 'You agreed' : 'You refused' });
        refetchReports();
      },
      onError: (error) => {
        notifyFailure(error);
        refetchReports();
      },
    }),
  );
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4">
      <p className="font-semibold text-sm">{STATES[state]}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {reason}
      </p>
      <p className="text-ink-soft text-sm wrap-anywhere">
        Asked by <bdi>{asked_by?.full_name ?? 'a former member'}</bdi> <Moment at={created_at} />
        {decided_by ? (
          <>
            {DOT}
            {ends_at ? 'agreed' : 'refused'} by <bdi>{decided_by.full_name}</bdi>
          </>
        ) : null}
        {state === 'open' && ends_at ? (
          <>
            {DOT}
            until <Moment at={ends_at} />
          </>
        ) : null}
      </p>
      {can.decide ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="secondary"
            busy={decide.isPending && decide.variables.allow}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, allow: true })}
          >
            Agree
          </Button>
          <Button
            size="sm"
            variant="outline"
            busy={decide.isPending && !decide.variables.allow}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, allow: false })}
          >
            Refuse
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Messages({ id }: { id: string }) {
  const query = useInfiniteQuery(
    api.reading.listMessages.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, ...atCursor(cursor) }),
      ...pageByPage,
      staleTime: 0,
    }),
  );
  return (
    <PagedList
      label="The whole chat, newest first"
      query={query}
      rows={rowsOf(query)}
      failure="The chat didn’t load"
      empty={<p className="text-ink-soft">No one wrote anything.</p>}
    >
      {({ id: key, sender_name, content, created_at }) => (
        <li key={key} className="grid gap-0.5 border-line border-l-4 pl-3">
          <p className="text-ink-soft text-xs">
            <bdi className="font-semibold">{sender_name}</bdi>
            {DOT}
            <Moment at={created_at} />
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {content}
          </p>
        </li>
      )}
    </PagedList>
  );
}

const schema = z.object({ reason: readingReasonSchema });

function AskForm({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } });
  const ask = useMutation(
    api.reading.ask.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'The team was asked' });
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
      onSubmit={form.handleSubmit(({ reason }) => ask.mutate({ report_id: reportId, reason }))}
    >
      <Field label="Reason" error={form.formState.errors.reason?.message}>
        <Textarea rows={3} {...form.register('reason')} />
      </Field>
      <DialogActions>
        <Button variant="quiet" disabled={ask.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={ask.isPending} busyLabel="Sending...">
          Ask the Team
        </Button>
      </DialogActions>
    </form>
  );
}
