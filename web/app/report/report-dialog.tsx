import {
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  type ReportReason,
  reportDetailsSchema,
} from '@kindpal/contract/report/schema';
import { useMutation } from '@tanstack/react-query';
import { Send, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { cx } from '~/ui/class-names.ts';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { EmergencyNumber } from '~/ui/emergency-number.tsx';
import { Field, FieldError } from '~/ui/field.tsx';
import { outerWindow } from '~/ui/outer-window.tsx';
import { Select } from '~/ui/select.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { Reportable } from './report-texts.ts';
import { useWithdrawReport } from './use-withdraw-report.ts';

const REASONS = Object.entries(REPORT_REASONS) as [ReportReason, { label: string }][];

/**
 * How long the confirmation offers to take the report back; the list offers it while the report is
 * open.
 */
const UNDO_OFFERED_MS = 15_000;

type Report = { subjects: [Reportable, ...Reportable[]]; name: string; onSent?: () => void };
type ReportDialogProps = Report & { onClose: () => void };

/**
 * Opens the form outside of the page: the reported message may disappear, such as with the chat of
 * a claim that ends. [S4]
 */
export function openReport(report: Report): void {
  const onClose = () => outerWindow.change(null);
  outerWindow.change(<ReportDialog key={crypto.randomUUID()} {...report} onClose={onClose} />);
}

/**
 * A dialog to report something: pressing a reason sends the report, and another press blocks the
 * member. If a person or an animal is in danger, it first shows the emergency number.
 */
function ReportDialog(props: ReportDialogProps) {
  const { subjects, name, onClose } = props;
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedAt) onClose();
  }, [pathname, openedAt, onClose]);
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

/** What a report says besides its reason, and how it is sent. */
function useReport({ subjects, onClose, onSent }: ReportDialogProps) {
  const [subject, setSubject] = useState(subjects[0].type);
  const [details, setDetails] = useState('');
  const [block, setBlock] = useState(false);
  const [error, setError] = useState<string>();
  const withdraw = useWithdrawReport();
  const send = useMutation(
    api.report.send.mutationOptions({
      onSuccess: ({ id }) => {
        void queryClient.invalidateQueries(block ? {} : { queryKey: api.report.key() });
        notify.outcome({
          title: 'Report sent',
          description: 'You’ll see the outcome under My Requests.',
          durationMs: UNDO_OFFERED_MS,
          action: { label: 'Undo', onPress: () => withdraw.mutate({ id }) },
        });
        onClose();
        onSent?.();
      },
      onError: (failure) => setError(errorText(failure)),
    }),
  );
  useUnsaved(details !== '' && !send.isSuccess);

  function report(reason: ReportReason) {
    if (send.isPending) return;
    const chosen = subjects.find(({ type }) => type === subject) ?? subjects[0];
    const checked = reportDetailsSchema.safeParse(details);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setError(undefined);
    send.mutate({
      subject_type: chosen.type,
      subject_id: chosen.id,
      reason,
      details: checked.data,
      block,
    });
  }

  return {
    ...{ subject, setSubject, details, setDetails, block, setBlock, error, report },
    sending: send.isPending ? send.variables.reason : null,
  };
}

function ReportForm(props: ReportDialogProps) {
  const { subjects, name, onClose } = props;
  const form = useReport(props);
  const { details, setDetails } = form;
  return (
    <div className="grid gap-4">
      {subjects.length > 1 ? (
        <Field label="What are you reporting?">
          <Select
            value={form.subject}
            onChange={({ target }) => form.setSubject(target.value as Reportable['type'])}
          >
            {subjects.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Checkbox
        label={
          <>
            Also block <bdi>{name}</bdi>
          </>
        }
        hint="You won’t be able to find or message each other. We don’t tell them."
        checked={form.block}
        onChange={({ target }) => form.setBlock(target.checked)}
      />
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-accent text-sm">
          Add details
        </summary>
        <Field label="Details" optional counter={{ used: details.length, max: REPORT_DETAILS_MAX }}>
          <Textarea
            rows={3}
            maxLength={REPORT_DETAILS_MAX}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
          />
        </Field>
      </details>
      <Reasons error={form.error} sending={form.sending} onSend={form.report} />
      <p className="text-ink-soft text-sm">
        See our{' '}
        <Link to="/guidelines" target="_blank" className="underline">
          community guidelines
        </Link>{' '}
        for what’s allowed here.
      </p>
      <DialogActions>
        <Button variant="quiet" disabled={form.sending !== null} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}

type ReasonsProps = {
  error: string | undefined;
  sending: ReportReason | null;
  onSend: (reason: ReportReason) => void;
};

/** The error is above the reasons: below them, a phone would not show it. */
function Reasons({ error, sending, onSend }: ReasonsProps) {
  const hintId = useId();
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={hintId}>
      <legend className="font-semibold text-sm">Why?</legend>
      <p id={hintId} className="text-ink-soft text-sm">
        Choose a reason to send your report.
      </p>
      {error ? (
        <div role="alert" ref={showWhole}>
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
      {REASONS.map(([reason, { label }]) => {
        const press = { busy: sending === reason, onSend: () => onSend(reason) };
        return reason === 'danger' ? (
          <DangerReason key={reason} label={label} {...press} />
        ) : (
          <ReasonButton key={reason} {...press}>
            {label}
            <Send aria-hidden="true" className="ml-auto size-4 shrink-0 text-accent" />
          </ReasonButton>
        );
      })}
    </fieldset>
  );
}

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

type ReasonProps = { busy: boolean; onSend: () => void };

function ReasonButton({ busy, onSend, children }: ReasonProps & { children: ReactNode }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={onSend}
      className={cx(REASON, busy && 'opacity-60')}
    >
      {children}
    </button>
  );
}

const REASON =
  'flex min-h-12 items-center gap-3 rounded-lg border-2 border-line bg-surface px-3.5 py-2.5 text-left font-semibold leading-snug transition-colors duration-150 hover:border-accent';

/**
 * Shows the emergency number before it sends the report, because it may take hours until somebody
 * reads it.
 */
function DangerReason({ label, busy, onSend }: ReasonProps & { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={REASON}
      >
        {label}
        <TriangleAlert aria-hidden="true" className="ml-auto size-4 shrink-0 text-danger" />
      </button>
      {isOpen ? (
        <Banner
          tone="danger"
          title="Call for help first"
          action={
            <Button size="sm" busy={busy} busyLabel="Sending..." onClick={onSend}>
              Send Report
            </Button>
          }
        >
          Call <EmergencyNumber />. If a pet was poisoned in the US, call ASPCA Poison Control at +1
          888 426 4435. It may be hours before we read your report.
        </Banner>
      ) : null}
    </>
  );
}
