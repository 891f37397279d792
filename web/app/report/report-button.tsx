import { Flag } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Button } from '~/ui/button.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import type { Reportable } from './report-texts.ts';

const ReportDialog = lazyPart(() =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
);

type ReportButtonProps = {
  subjects: [Reportable, ...Reportable[]];
  /** The name of the member whose content it is. */
  name: string;
  /** Shows only an icon, with this label. */
  icon?: { label: string };
  /** Called after the report is sent. */
  onSent?: () => void;
};

/** A button that opens the form for a report. */
export function ReportButton({ subjects, name, icon, onSent }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const opener: ReactNode = icon ? (
    <IconButton label={icon.label} onClick={() => setOpen(true)} className="[&_svg]:size-4">
      <Flag aria-hidden="true" />
    </IconButton>
  ) : (
    <Button
      size="sm"
      variant="quiet"
      icon={<Flag aria-hidden="true" className="size-4" />}
      onClick={() => setOpen(true)}
    >
      Report
    </Button>
  );
  return (
    <>
      {opener}
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportDialog
            subjects={subjects}
            name={name}
            onClose={() => setOpen(false)}
            {...(onSent ? { onSent } : {})}
          />
        </Suspense>
      ) : null}
    </>
  );
}
