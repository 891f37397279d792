import { zodResolver } from '@hookform/resolvers/zod';
import type { DecisionKind } from '@kindpal/contract/moderation/schema';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { verbatimText } from '@kindpal/contract/text/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import {
  type ChosenDecision,
  DECISION_DEFAULTS,
  DecisionFields,
  decisionSchema,
} from '~/staff/decisions/decision-fields.tsx';
import { endOfTerm, TERMS } from '~/staff/decisions/suspension-terms.ts';
import { REASON_MAX } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';

export type Deciding = { kind: DecisionKind; report: StaffReport };

const TEXTS: Record<DecisionKind, { title: string; text: string; button: string }> = {
  dismiss: {
    title: 'Take no action',
    text: 'We tell the reporter that we looked into it and took no action. The other member isn’t told.',
    button: 'No action',
  },
  warn: {
    title: 'Warn the member',
    text: 'They get your reason by email and can appeal. We tell the reporter that we took action.',
    button: 'Warn',
  },
  hide: {
    title: 'Hide the review',
    text: 'No one else can see it and its stars no longer count. The author gets your reason and can appeal.',
    button: 'Hide review',
  },
  remove: {
    title: 'Remove the reported content',
    text: 'It’s removed for everyone. The member gets your reason by email and can appeal.',
    button: 'Remove',
  },
  suspend: {
    title: 'Suspend the member',
    text: 'They’re signed out everywhere at once and can sign in again when the suspension ends. They get your reason and can appeal.',
    button: 'Suspend',
  },
  ban: {
    title: 'Ban the member',
    text: 'They’re signed out everywhere at once and can’t sign in again. They get your reason and can appeal.',
    button: 'Ban',
  },
};

type DecideReportDialogProps = {
  deciding: Deciding | null;
  onClose: () => void;
  onDecided: (report: StaffReport) => void;
};

/** The texts for a signal, which has no reporter. */
const SIGNAL_TEXTS: Partial<Record<DecisionKind, string>> = {
  dismiss: 'No one is told. What led to this doesn’t come up again.',
  warn: 'They get your reason by email and can appeal.',
};

/** The texts for the first job of a new member. */
const POST_TEXTS: Partial<Record<DecisionKind, (typeof TEXTS)[DecisionKind]>> = {
  dismiss: {
    title: 'Approve the job',
    text: 'Everyone can see it from now on, and we notify the sitters it fits.',
    button: 'Approve',
  },
  remove: {
    title: 'Decline the job',
    text: 'No one else gets to see it. The owner gets your reason by email and can appeal.',
    button: 'Decline',
  },
};

/** The label and the consequence of a decision about a report. */
export function decisionTexts({
  kind,
  report: { signal },
}: Deciding): (typeof TEXTS)[DecisionKind] {
  const ofPost = signal === 'first_post' ? POST_TEXTS[kind] : undefined;
  if (ofPost) return ofPost;
  const { text, ...rest } = TEXTS[kind];
  if (signal === 'first_post') return { ...rest, text: `${text} The job is taken down.` };
  return { ...rest, text: (signal && SIGNAL_TEXTS[kind]) || text };
}

/** A dialog to decide a report, with a preset or custom reason for the member concerned. [S4] */
export function DecideReportDialog({ deciding, onClose, onDecided }: DecideReportDialogProps) {
  return (
    <Dialog
      open={deciding !== null}
      onOpenChange={(open) => !open && onClose()}
      title={deciding ? decisionTexts(deciding).title : ''}
      description={deciding ? decisionTexts(deciding).text : ''}
    >
      {deciding ? <DecideForm deciding={deciding} onClose={onClose} onDecided={onDecided} /> : null}
    </Dialog>
  );
}

const dismissSchema = decisionSchema.extend({
  reason: verbatimText({ label: 'Reason', max: REASON_MAX }),
});

type DecideFormProps = Omit<DecideReportDialogProps, 'deciding'> & { deciding: Deciding };

function DecideForm({ deciding: { kind, report }, onClose, onDecided }: DecideFormProps) {
  const isDismissal = kind === 'dismiss';
  const form = useForm({
    resolver: zodResolver(isDismissal ? dismissSchema : decisionSchema),
    defaultValues: DECISION_DEFAULTS,
  });
  const { isDirty, isSubmitting } = form.formState;
  const { mutateAsync: decideReport } = useMutation(api.report.decide.mutationOptions());
  const { withProof, proof } = useProof();

  async function decide({ term, reason, note }: ChosenDecision) {
    const given = {
      id: report.id,
      kind,
      note,
      ...(isDismissal ? {} : { reason }),
      ...(kind === 'suspend' ? { ends_at: endOfTerm(term, Date.now()) } : {}),
    };
    try {
      onDecided(await withProof(() => decideReport(given)));
      notify.outcome({ title: 'Report decided' });
      onClose();
    } catch (error) {
      if (!wasCanceled(error)) showFormError(error, form);
    }
  }
  useUnsaved(isDirty);
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(decide)}>
        <DecisionFields
          form={form}
          {...(kind === 'suspend' && { terms: TERMS.filter(({ value }) => value !== 'ban') })}
          {...(!isDismissal && { reasonHint: 'The member sees this.' })}
        />
        <DialogActions>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDismissal ? 'primary' : 'danger'}
            busy={isSubmitting}
            busyLabel="Saving..."
          >
            {decisionTexts({ kind, report }).button}
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
