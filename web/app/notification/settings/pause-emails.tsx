import { formatDate } from '~/lib/format.ts';
import { Button } from '~/ui/button.tsx';
import type { SettingsChange } from './settings-change.ts';

const DAYS = [1, 3, 7, 14];

type PauseEmailsProps = {
  until: string | null;
  isBusy: boolean;
  onChange: (change: SettingsChange) => void;
};

/** Pauses push messages and optional emails for some days; the bell still shows everything. */
export function PauseEmails({ until, isBusy, onChange }: PauseEmailsProps) {
  return (
    <>
      <p className="text-ink-soft text-sm" role="status">
        {until
          ? `Emails are paused until ${formatDate(until)}, and so are your devices.`
          : 'No emails or device notifications for a while. You still get emails about your account’s security and answers from Kindpal, and everything appears under the bell.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {until ? (
          <Button size="sm" disabled={isBusy} onClick={() => onChange({ pause_days: 0 })}>
            End the pause
          </Button>
        ) : (
          DAYS.map((days) => (
            <Button
              key={days}
              variant="outline"
              size="sm"
              disabled={isBusy}
              onClick={() => onChange({ pause_days: days })}
            >
              {days === 1 ? '1 day' : `${days} days`}
            </Button>
          ))
        )}
      </div>
    </>
  );
}
