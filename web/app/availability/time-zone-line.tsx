import { useState } from 'react';
import { viewerTimeZone } from '~/lib/format.ts';
import { zoneName } from '~/lib/zone-name.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import type { AvailabilityForm } from './use-availability-form.ts';

/** 'Eastern Time (New York)'. */
function zoneText(zone: string): string {
  const name = zoneName(zone);
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ');
  return name !== place && name !== zone ? `${name} (${place})` : zone;
}

function listZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set([...known, viewerTimeZone(), chosen])].sort();
}

/** The time zone of the hours: one line, with a button to change it. */
export function TimeZoneLine({ form }: { form: AvailabilityForm }) {
  const [isChoosing, setChoosing] = useState(false);
  const { timeZone } = form;
  if (!isChoosing) {
    return (
      <p className="flex flex-wrap items-center gap-x-1 text-ink-soft text-sm">
        Times are in {zoneText(timeZone)}.
        <Button
          variant="quiet"
          size="sm"
          className="-mx-4"
          aria-label="Change the time zone"
          onClick={() => setChoosing(true)}
        >
          Change
        </Button>
      </p>
    );
  }
  return (
    <Field label="Time zone" className="max-w-sm">
      <Select
        autoFocus
        value={timeZone}
        onChange={(event) => form.change({ timeZone: event.target.value })}
      >
        {listZones(timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  );
}
