import { dayState } from '@kindpal/contract/availability/rules';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '~/ui/icon-button.tsx';
import { DayPanel } from './day-panel.tsx';
import { DAY_LOOKS, DayMark, dayStateText, STATES } from './day-states.tsx';
import { addMonths, dayAfterKey, MONTHS_AHEAD, monthOf, monthText, weeksOf } from './month.ts';
import { dateText } from './slot-text.ts';
import type { AvailabilityForm } from './use-availability-form.ts';

const SUNDAY_FIRST = [
  ['Su', 'Sunday'],
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
] as const;

/** A month view of the edited availability; pressing a day opens it for editing. [V3] */
export function CalendarView({ form }: { form: AvailabilityForm }) {
  const { today } = form;
  const [month, setMonth] = useState(monthOf(today));
  const [chosen, setChosen] = useState<string | null>(null);
  /** The only day that the Tab key stops at. */
  const [current, setCurrent] = useState(today);
  const grid = useRef<HTMLTableElement>(null);
  const stop = monthOf(current) === month ? current : firstOf(month, today);

  function walk(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, stop, today);
    if (next === null) return;
    event.preventDefault();
    flushSync(() => {
      setCurrent(next);
      setMonth(monthOf(next));
    });
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <MonthBar month={month} first={monthOf(today)} onGo={setMonth} />
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that arrow keys walk through
          role="grid"
          aria-label={monthText(month)}
          className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1"
          onKeyDown={walk}
        >
          <thead>
            <tr>
              {SUNDAY_FIRST.map(([short, label]) => (
                <th
                  key={short}
                  scope="col"
                  abbr={label}
                  className="pb-1 font-semibold text-ink-soft text-sm"
                >
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((date, weekday) =>
                  date ? (
                    <Day
                      key={date}
                      form={form}
                      date={date}
                      isChosen={date === chosen}
                      isStop={date === stop}
                      onPress={() => {
                        setChosen(date);
                        setCurrent(date);
                      }}
                    />
                  ) : (
                    <td key={SUNDAY_FIRST[weekday]?.[0]} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
        <Legend />
      </div>
      {chosen ? (
        <DayPanel form={form} date={chosen} />
      ) : (
        <p className="text-ink-soft text-sm">Select a day to see or change its hours.</p>
      )}
    </div>
  );
}

const firstOf = (month: string, today: string) =>
  month === monthOf(today) ? today : `${month}-01`;

type MonthBarProps = { month: string; first: string; onGo: (month: string) => void };

function MonthBar({ month, first, onGo }: MonthBarProps) {
  return (
    <div className="flex items-center justify-between">
      <IconButton
        label="Previous month"
        aria-disabled={month === first}
        onClick={() => month > first && onGo(addMonths(month, -1))}
        className="aria-disabled:text-ink-faint aria-disabled:opacity-40"
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <h3 aria-live="polite" className="text-lg">
        {monthText(month)}
      </h3>
      <IconButton
        label="Next month"
        aria-disabled={month === addMonths(first, MONTHS_AHEAD)}
        onClick={() => month < addMonths(first, MONTHS_AHEAD) && onGo(addMonths(month, 1))}
        className="aria-disabled:text-ink-faint aria-disabled:opacity-40"
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type DayProps = {
  form: AvailabilityForm;
  date: string;
  isChosen: boolean;
  isStop: boolean;
  onPress: () => void;
};

function Day({ form, date, isChosen, isStop, onPress }: DayProps) {
  const isPast = date < form.today;
  const state = isPast ? 'none' : dayState(form, date);
  return (
    <td className="p-0">
      <button
        type="button"
        disabled={isPast}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        data-state={isPast ? 'past' : state}
        aria-current={date === form.today ? 'date' : undefined}
        aria-label={isPast ? dateText(date) : `${dateText(date)}: ${dayStateText(form, date)}`}
        onClick={onPress}
        className={`relative grid min-h-12 w-full content-center justify-items-center gap-1 rounded-md border-2 text-[1rem] leading-none tabular-nums disabled:text-ink-faint ${DAY_LOOKS[state]} ${isChosen ? 'shadow-[inset_0_0_0_2px_var(--accent)]' : ''}`}
      >
        <span
          className={
            date === form.today ? 'font-bold underline decoration-2 underline-offset-4' : undefined
          }
        >
          {Number(date.slice(8))}
        </span>
        <DayMark state={state} />
      </button>
    </td>
  );
}

function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-ink-soft text-sm">
      {STATES.map(([state, label]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span
            className={`grid size-6 place-items-center rounded-sm border-2 ${DAY_LOOKS[state]}`}
          >
            <DayMark state={state} />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
