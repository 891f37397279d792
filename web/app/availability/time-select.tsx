import { SLOT_TIMES, type Slot } from '@kindpal/contract/availability/rules';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { timeText } from './slot-text.ts';

/** Prefix of an end time on the next day, in the list's values. */
const NEXT_DAY = '+';

const sameDay = SLOT_TIMES.map((time) => (
  <option key={time} value={time}>
    {timeText(time)}
  </option>
));
const nextDay = SLOT_TIMES.map((time) => (
  <option key={time} value={`${NEXT_DAY}${time}`}>
    {timeText(time)} +1
  </option>
));

type TimeSelectProps = Omit<ComponentProps<'select'>, 'slot' | 'value' | 'onChange' | 'children'>;

export function StartSelect({
  slot,
  onPick,
  ...rest
}: TimeSelectProps & { slot: Slot; onPick: (slot: Slot) => void }) {
  return (
    <TimeSelect
      {...rest}
      value={slot.start}
      onChange={(event) => onPick({ ...slot, start: event.target.value })}
    >
      {sameDay}
    </TimeSelect>
  );
}

/** The end time, on the same day or, for an overnight slot, on the next. */
export function EndSelect({
  slot: { start, end, overnight },
  onPick,
  ...rest
}: TimeSelectProps & { slot: Slot; onPick: (slot: Slot) => void }) {
  return (
    <TimeSelect
      {...rest}
      value={overnight ? `${NEXT_DAY}${end}` : end}
      onChange={({ target: { value } }) =>
        onPick(
          value.startsWith(NEXT_DAY)
            ? { start, end: value.slice(NEXT_DAY.length), overnight: true }
            : { start, end: value },
        )
      }
    >
      <optgroup label="Same day">{sameDay}</optgroup>
      <optgroup label="Next day">{nextDay}</optgroup>
    </TimeSelect>
  );
}

/** The native select, narrow enough for two of them and a button in one row on a phone. */
function TimeSelect({ children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block min-w-0 flex-1">
      <select
        {...rest}
        className="min-h-12 w-full appearance-none text-ellipsis rounded-md border-2 border-line-strong bg-surface pr-4 pl-1.5 text-[1rem] max-[24rem]:px-0.5 max-[24rem]:text-center text-ink tabular-nums transition-colors duration-150 hover:border-accent focus:border-accent focus-visible:outline-offset-1 aria-invalid:border-danger sm:px-3.5 sm:pr-9"
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-0.5 size-4 -translate-y-1/2 text-ink-soft max-[24rem]:hidden sm:right-3 sm:size-5"
      />
    </span>
  );
}
