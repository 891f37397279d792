import { Check, CloudAlert, CloudUpload } from 'lucide-react';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import type { FormDraftState } from './use-form-draft.ts';

const SAID = {
  unsaved: { text: 'What you type is saved automatically.', Icon: CloudUpload },
  saving: { text: 'Saving...', Icon: CloudUpload },
  saved: { text: 'Saved', Icon: Check },
  error: { text: 'Not saved.', Icon: CloudAlert },
} as const;

/** The save status of a draft, in one line of constant height. [O3] */
export function DraftLine({ draft: { status, retry } }: { draft: FormDraftState }) {
  const { text, Icon } = SAID[status];
  const isError = status === 'error';
  return (
    <div className="flex min-h-11 items-center gap-2 text-sm">
      {/* Announcing each save would be too much: only errors are announced, by a toast. */}
      <span className={cx('flex gap-2', isError ? 'font-semibold text-danger' : 'text-ink-soft')}>
        <Icon aria-hidden="true" className="line-icon" />
        {text}
      </span>
      {isError ? (
        <Button size="sm" variant="quiet" onClick={retry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}
