import {
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  type ReportReason,
  reportDetailsSchema,
} from '@kindpal/contract/report/schema';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { queryClient } from '~/lib/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { Select } from '~/ui/select.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { Reportable } from './report-texts.ts';

const REASONS = Object.entries(REPORT_REASONS).map(([value, { label }]) => ({ value, label }));

type ReportDialogProps = {
  subjects: [Reportable, ...Reportable[]];
  name: string;
  onClose: () => void;
  onSent?: () => void;
};

/** Reports something: a reason, and Send. Blocking its member is one tick more. */
export function ReportDialog(props: ReportDialogProps) {
  const { subjects, name, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Report to our team"
      description={
        <>
          We won’t tell <bdi>{name}</bdi> who reported this. We keep a copy of it
          {subjects[0].type === 'message' ? ', with the messages around it,' : null} for our team to
          review.
        </>
      }
    >
      <ReportForm {...props} />
    </Dialog>
  );
}

function ReportForm({ subjects, name, onClose, onSent }: ReportDialogProps) {
  const [subject, setSubject] = useState(subjects[0].type);
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const [block, setBlock] = useState(false);
  const [error, setError] = useState<string>();
  const send = useMutation(
    api.report.send.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries(block ? {} : { queryKey: api.report.key() });
        notify.outcome({
          title: 'Report sent',
          description: 'You’ll see the outcome under My Requests.',
        });
        onClose();
        onSent?.();
      },
      onError: (failure) => setError(errorText(failure)),
    }),
  );
  useUnsaved(details !== '' && !send.isSuccess);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    if (!reason) return setError('Please choose a reason.');
    const chosen = subjects.find(({ type }) => type === subject) ?? subjects[0];
    const checked = reportDetailsSchema.safeParse(details);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    send.mutate({
      subject_type: chosen.type,
      subject_id: chosen.id,
      reason,
      details: checked.data,
      block,
    });
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {subjects.length > 1 ? (
        <Field label="What are you reporting?">
          <Select
            value={subject}
            onChange={({ target }) => setSubject(target.value as Reportable['type'])}
          >
            {subjects.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <RadioCards
        legend="Why?"
        options={REASONS}
        value={reason ?? ''}
        error={error}
        onChange={({ target }) => {
          setReason(target.value as ReportReason);
          setError(undefined);
        }}
      />
      {reason === 'danger' ? (
        <Banner tone="danger" title="Call for help first">
          Call the local emergency number: 911 in the US and Canada, 112 in Europe. If a pet was
          poisoned in the US, call ASPCA Poison Control at +1 888 426 4435. It may be hours before
          we read your report.
        </Banner>
      ) : null}
      <Field label="Details" optional counter={{ used: details.length, max: REPORT_DETAILS_MAX }}>
        <Textarea
          rows={3}
          maxLength={REPORT_DETAILS_MAX}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </Field>
      <Checkbox
        label={
          <>
            Also block <bdi>{name}</bdi>
          </>
        }
        hint="You won’t be able to find or message each other. We don’t tell them."
        checked={block}
        onChange={({ target }) => setBlock(target.checked)}
      />
      <p className="text-ink-soft text-sm">
        See our{' '}
        <Link to="/guidelines" target="_blank" className="underline">
          community guidelines
        </Link>{' '}
        for what’s allowed here.
      </p>
      <DialogActions>
        <Button variant="quiet" disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={send.isPending} busyLabel="Sending...">
          Send
        </Button>
      </DialogActions>
    </form>
  );
}
