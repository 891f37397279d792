import {
  hasOverlap,
  isSlotValid,
  mergeSlots,
  type Slot,
  suggestSlot,
} from '@kindpal/contract/availability/rules';
import { SLOTS_MAX } from '@kindpal/contract/availability/schema';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '~/ui/button.tsx';
import { FieldError } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { slotsText, slotText } from './slot-text.ts';
import { EndSelect, StartSelect } from './time-select.tsx';

type SlotListProps = {
  /** The day as part of each control's label: 'Monday'. */
  day: string;
  slots: readonly Slot[];
  onChange: (slots: Slot[]) => void;
};

/** The hours of one day: choose, add and remove; errors are shown at once. [V1] */
export function SlotList({ day, slots, onChange }: SlotListProps) {
  const add = useRef<HTMLButtonElement>(null);
  const suggested = slots.length < SLOTS_MAX ? suggestSlot(slots) : null;
  const overlap = hasOverlap(slots) ? mergeSlots(slots.filter(isSlotValid)) : null;

  function remove(index: number) {
    // The focused button disappears, so the remaining one gets the focus.
    flushSync(() => onChange(slots.toSpliced(index, 1)));
    add.current?.focus({ preventScroll: true });
  }
  return (
    <div className="grid gap-2">
      {slots.map((slot, index) => (
        <SlotRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two slots may be alike, and none has a state of its own
          key={index}
          name={index === 0 ? day : `${day}, time ${index + 1}`}
          slot={slot}
          onPick={(picked) => onChange(slots.with(index, picked))}
          onRemove={() => remove(index)}
        />
      ))}
      {overlap ? (
        <p role="status" className="text-caution text-sm">
          These times overlap. They will be saved as {slotsText(overlap)}.
        </p>
      ) : null}
      {suggested ? (
        <Button
          ref={add}
          variant="quiet"
          size="sm"
          className="-ml-4 justify-self-start"
          aria-label={`Add time on ${day}`}
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => onChange([...slots, suggested])}
        >
          Add time
        </Button>
      ) : null}
    </div>
  );
}

type SlotRowProps = {
  name: string;
  slot: Slot;
  onPick: (slot: Slot) => void;
  onRemove: () => void;
};

function SlotRow({ name, slot, onPick, onRemove }: SlotRowProps) {
  const id = useId();
  const isWrong = !isSlotValid(slot);
  const told = isWrong || slot.overnight ? id : undefined;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1.5 max-[24rem]:-mx-2 max-[24rem]:gap-1 sm:gap-2">
        <StartSelect
          slot={slot}
          onPick={onPick}
          aria-label={`${name}: from`}
          aria-invalid={isWrong || undefined}
          aria-describedby={told}
        />
        <span aria-hidden="true" className="text-ink-soft max-[24rem]:hidden">
          –
        </span>
        <EndSelect
          slot={slot}
          onPick={onPick}
          aria-label={`${name}: until`}
          aria-invalid={isWrong || undefined}
          aria-describedby={told}
        />
        <IconButton label={`Remove ${slotText(slot)}, ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div id={id} aria-live="polite" className="empty:hidden">
        {isWrong ? (
          <>
            <FieldError>Invalid time range</FieldError>
            <p className="text-ink-soft text-sm">
              It ends before it starts. Choose a later end, or one on the next day.
            </p>
          </>
        ) : null}
        {slot.overnight ? (
          <p className="text-ink-soft text-sm">Overnight: ends the next day</p>
        ) : null}
      </div>
    </div>
  );
}
