import type { NotificationSettings } from '@kindpal/contract/notification/schema';
import { viewerTimeZone } from '~/lib/format.ts';
import { zoneName } from '~/lib/zone-name.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Switch } from '~/ui/switch.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { SettingsChange } from './settings-change.ts';

const STANDARD = { from: '22:00', to: '07:00' };

type QuietHoursProps = {
  settings: Pick<NotificationSettings, 'quiet_hours' | 'time_zone'>;
  onChange: (change: SettingsChange) => void;
};

/** The hours without email and push, except for what would be too late afterwards. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quiet_hours: hours, time_zone } = settings;
  const zone = viewerTimeZone();
  const save = (quiet_hours: typeof hours) => onChange({ quiet_hours, time_zone: zone });
  return (
    <>
      <Switch
        label="Hold back emails and device notifications at night"
        hint="We send them when quiet hours end. A change to a job that starts soon, or an offer that ends soon, isn’t held back."
        checked={hours !== null}
        onChange={(event) => save(event.target.checked ? STANDARD : null)}
      />
      {hours ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? 'From' : 'To'}>
              <TextInput
                type="time"
                required
                defaultValue={hours[end]}
                onBlur={({ target: { value } }) => {
                  if (value && value !== hours[end]) save({ ...hours, [end]: value });
                }}
              />
            </Field>
          ))}
        </div>
      ) : null}
      {time_zone ? (
        <p className="text-ink-soft text-sm">
          Times are in {zoneName(time_zone)}.
          {time_zone === zone ? '' : ' A change sets them to the zone of this device.'}
        </p>
      ) : (
        <UnknownZone zone={zone} onUse={() => save(hours)} />
      )}
    </>
  );
}

function UnknownZone({ zone, onUse }: { zone: string; onUse: () => void }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-soft text-sm">
        We don’t know your time zone yet. Until then, quiet hours apply only to news about jobs, in
        the job’s time zone.
      </p>
      <Button variant="outline" size="sm" onClick={onUse}>
        Use {zoneName(zone)}
      </Button>
    </div>
  );
}
