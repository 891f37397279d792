import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import {
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  type StaffFeedback,
} from '@kindpal/contract/feedback/schema';
import { Clock, Reply } from 'lucide-react';
import { FeedbackStatusLabel } from '~/feedback/feedback-status.tsx';
import { TOPIC_LABELS } from '~/feedback/help-topics.ts';
import { JobContexts } from '~/staff/members/job-contexts.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { readAnswerDraft } from './answer-draft.ts';
import { AnswerForm } from './answer-form.tsx';
import { FeedbackSender } from './feedback-sender.tsx';
import { useLatest, useUpdateFeedback } from './use-feedback-list.ts';

type FeedbackItemProps = {
  row: StaffFeedback;
  /** False if it is being answered and has left the list meanwhile. */
  isListed: boolean;
  /** The request as it was when its answer form was opened; null if the form is closed. */
  seen: StaffFeedback | null;
  onSee: (row: StaffFeedback | null) => void;
};

/** One request: sender, text, status, answer. [F4] */
export function FeedbackItem({ row, isListed, seen, onSee }: FeedbackItemProps) {
  const latest = useLatest(row, isListed);
  const update = useUpdateFeedback();
  const hasDraft = seen === null && readAnswerDraft(sessionStorage, row.id) !== '';

  function setStatus(status: Exclude<FeedbackStatus, 'responded'>) {
    const isUpToDate = seen?.version === latest.version;
    update.mutate(
      { id: latest.id, version: latest.version, status },
      { onSuccess: (changed) => isUpToDate && onSee(changed) },
    );
  }

  return (
    <Card as="li" data-row="" className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <FeedbackSender row={latest} />
        <div className="ml-auto flex shrink-0 flex-col-reverse items-end gap-2 sm:flex-row">
          {latest.is_overdue ? (
            <Badge tone="danger" icon={<Clock aria-hidden="true" />}>
              Overdue
            </Badge>
          ) : null}
          <FeedbackStatusLabel status={latest.status} />
        </div>
      </div>
      {latest.topic ? (
        <div className="flex flex-wrap">
          <Badge tone="accent">{TOPIC_LABELS[latest.topic]}</Badge>
        </div>
      ) : null}
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {latest.message}
      </p>
      <JobContexts jobs={latest.jobs} label="Jobs concerned" />
      {latest.admin_response ? <GivenAnswer row={latest} /> : null}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Status" className="w-44">
          <StatusSelect value={latest.status} busy={update.isPending} onChange={setStatus} />
        </Field>
        {seen ? null : (
          <Button
            data-opens=""
            variant="outline"
            className="mb-1.5"
            icon={<Reply aria-hidden="true" className="size-5" />}
            onClick={() => onSee(latest)}
          >
            {hasDraft ? 'Continue Answer' : latest.admin_response ? 'Answer Again' : 'Answer'}
          </Button>
        )}
      </div>
      {seen ? <AnswerForm seen={seen} latest={latest} isListed={isListed} onSee={onSee} /> : null}
    </Card>
  );
}

type StatusSelectProps = {
  value: string;
  busy: boolean;
  onChange: (status: Exclude<FeedbackStatus, 'responded'>) => void;
};

/** A select with the statuses that staff can choose; other statuses are shown but disabled. */
function StatusSelect({ value, busy, onChange }: StatusSelectProps) {
  const isOffered = FEEDBACK_STATUSES.some((status) => status === value);
  return (
    <Select
      value={value}
      aria-busy={busy}
      onChange={(event) => {
        const chosen = FEEDBACK_STATUSES.find((status) => status === event.target.value);
        if (chosen && !busy) onChange(chosen);
      }}
    >
      {isOffered ? null : (
        <option value={value} disabled>
          {feedbackLabel(value)}
        </option>
      )}
      {FEEDBACK_STATUSES.map((status) => (
        <option key={status} value={status}>
          {feedbackLabel(status)}
        </option>
      ))}
    </Select>
  );
}

function GivenAnswer({ row }: { row: StaffFeedback }) {
  return (
    <div className="grid gap-1 rounded-md border-accent border-l-4 bg-accent-soft p-4">
      <h3 className="font-sans font-semibold text-accent text-sm tracking-normal">
        {row.responder ? (
          <>
            <bdi>{row.responder}</bdi> answered
          </>
        ) : (
          'Answered'
        )}
      </h3>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {row.admin_response}
      </p>
    </div>
  );
}
