import { Flag } from 'lucide-react';
import { loadCode } from '~/lib/loading/load-code.ts';
import { Button } from '~/ui/button.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import type { Reportable } from './report-texts.ts';

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
export function ReportButton({ icon, ...report }: ReportButtonProps) {
  const open = () =>
    void loadCode(() => import('./report-dialog.tsx')).then((code) => code.openReport(report));
  return icon ? (
    <IconButton label={icon.label} onClick={open} className="[&_svg]:size-4">
      <Flag aria-hidden="true" />
    </IconButton>
  ) : (
    <Button
      size="sm"
      variant="quiet"
      icon={<Flag aria-hidden="true" className="size-4" />}
      onClick={open}
    >
      Report
    </Button>
  );
}
