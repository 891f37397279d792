import {
  type Availability,
  type DayState,
  dayState,
  slotsOn,
} from '@kindpal/contract/availability/rules';
import { slotsText } from './slot-text.ts';

/** The three states of a day, with their labels. [V3] */
export const STATES = [
  ['available', 'Available'],
  ['specific', 'Specific date'],
  ['unavailable', 'Unavailable'],
] as const;

export const DAY_LOOKS: Record<DayState, string> = {
  available: 'border-transparent bg-positive-soft text-ink',
  specific: 'border-accent bg-accent-soft font-semibold text-ink',
  unavailable: 'border-line border-dashed bg-sunken text-ink-soft line-through',
  none: 'border-transparent text-ink',
};

/** A shape for each state, because color alone is not enough. */
export function DayMark({ state }: { state: DayState }) {
  return (
    <svg viewBox="0 0 8 8" className="size-2" aria-hidden="true">
      {state === 'available' ? <circle cx="4" cy="4" r="3" fill="var(--positive)" /> : null}
      {state === 'specific' ? <path d="M4 0 8 4 4 8 0 4Z" fill="var(--accent)" /> : null}
      {state === 'unavailable' ? (
        <path d="m1 1 6 6m0-6-6 6" stroke="var(--danger)" strokeWidth="1.8" strokeLinecap="round" />
      ) : null}
    </svg>
  );
}

/** 'Available, 9:00 AM – 5:00 PM'. */
export function dayStateText(availability: Availability, date: string): string {
  const state = dayState(availability, date);
  if (state === 'none') return 'No hours';
  const label = STATES.find(([name]) => name === state)?.[1] ?? '';
  const hours = slotsText(slotsOn(availability, date));
  return hours ? `${label}, ${hours}` : label;
}
