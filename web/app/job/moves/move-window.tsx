import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useState } from 'react';
import { useUnsaved } from '~/lib/unsaved.ts';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { JobViewer } from '../job-summary.ts';
import type { MoveTexts } from './job-action-texts.ts';

const REASON_MAX = 500;

type MoveWindowProps = {
  texts: MoveTexts & { ask: NonNullable<MoveTexts['ask']> };
  /** Whether the job is over, so that it does not open again. */
  isOver: boolean;
  viewer: JobViewer;
  /** Whether the job has a sitter, who would read the owner's reason. */
  hasSitter: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/**
 * The question, with a field for a reason that the other side reads, if the action needs one. [J6]
 */
export function MoveWindow(props: MoveWindowProps) {
  const { texts, isOver, viewer, hasSitter, busy, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  const used = countCharacters(reason);
  useUnsaved(reason.trim() !== '');
  const ofSitter = hasSitter ? 'Your sitter can read this.' : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.ask.title}
      description={isOver ? (texts.ask.afterEnd ?? texts.ask.description) : texts.ask.description}
      confirmLabel={texts.label}
      busyLabel={texts.busyLabel}
      cancelLabel={texts.ask.keep}
      busy={busy}
      tone={texts.ask.reason ? 'danger' : 'primary'}
      onConfirm={() => {
        if (used <= REASON_MAX) onConfirm(reason.trim());
      }}
    >
      {texts.ask.reason ? (
        <Field
          label={texts.ask.reason}
          optional
          hint={viewer === 'owner' ? ofSitter : 'The owner can read this.'}
          counter={{ used, max: REASON_MAX }}
          error={used > REASON_MAX ? `Please use ${REASON_MAX} characters or less` : undefined}
        >
          <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}
