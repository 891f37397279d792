import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type SaveButtonProps = { isDirty: boolean; busy: boolean; children: ReactNode };

/**
 * Saves one of several forms on a page. Only a changed form has a primary button, so that the page
 * does not have several.
 */
export function SaveButton({ isDirty, busy, children }: SaveButtonProps) {
  return (
    <Button
      type="submit"
      variant={isDirty ? 'primary' : 'outline'}
      className="sm:justify-self-start"
      busy={busy}
      busyLabel="Saving..."
    >
      {children}
    </Button>
  );
}
