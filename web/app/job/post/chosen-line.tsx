import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button.tsx';

type ChosenLineProps = {
  picture: ReactNode;
  title: string;
  text: string;
  /** The button's label for screen readers. */
  changeLabel: string;
  onChange: () => void;
};

/** A value that is known already, as one line with a button to change it. [J2] */
export function ChosenLine({ picture, title, text, changeLabel, onChange }: ChosenLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {picture}
      <p className="min-w-40 flex-1 wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        <span className="text-ink-soft text-sm">{text}</span>
      </p>
      <Button
        size="sm"
        variant="quiet"
        aria-label={changeLabel}
        className="-mr-3"
        icon={<Pencil aria-hidden="true" className="size-4 max-sm:hidden" />}
        onClick={onChange}
      >
        Change
      </Button>
    </div>
  );
}
