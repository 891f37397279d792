import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '~/ui/button.tsx';

type PagerProps = {
  label: string;
  /** Null if there is no such page. */
  onBack: (() => void) | null;
  onNext: (() => void) | null;
};

const still =
  'aria-disabled:border-line aria-disabled:text-ink-faint aria-disabled:hover:border-line aria-disabled:hover:text-ink-faint';

/**
 * Buttons for the previous and the next page. A button without a page stays, so that it keeps the
 * focus.
 */
export function Pager({ label, onBack, onNext }: PagerProps) {
  if (!onBack && !onNext) return null;
  return (
    <nav aria-label={label} className="flex justify-between gap-3">
      <Button
        variant="outline"
        size="sm"
        className={still}
        aria-disabled={onBack === null}
        icon={<ChevronLeft aria-hidden="true" className="size-4" />}
        onClick={() => onBack?.()}
      >
        Previous
      </Button>
      <Button
        variant="outline"
        size="sm"
        className={still}
        aria-disabled={onNext === null}
        onClick={() => onNext?.()}
      >
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}
