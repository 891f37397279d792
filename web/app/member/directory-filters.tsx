import { addDays } from '@kindpal/contract/availability/rules';
import type { Place } from '@kindpal/contract/place/schema';
import { dateIn } from '@kindpal/contract/time/date-in';
import { ChevronDown, Heart, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { jobDays } from '~/job/job-period.ts';
import { dateFormat, useMoney, viewerTimeZone } from '~/lib/format.ts';
import type { ListFilterState } from '~/lib/use-list-filter.ts';
import { usePlaces } from '~/place/use-places.ts';
import { Button } from '~/ui/button.tsx';
import { ChoiceChips } from '~/ui/choice-chips.tsx';
import { cx } from '~/ui/class-names.ts';
import { Combobox } from '~/ui/combobox.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import {
  countMore,
  type DirectoryAddress,
  daysOffered,
  lastDayOf,
  RATES,
  SITTER_DISTANCES,
  STARS,
} from './directory-address.ts';
import { SERVICE_LABELS } from './fact-texts.ts';

type FiltersProps = { list: ListFilterState<DirectoryAddress> };

/**
 * The directory's filters for members: the day is visible, the others are behind one button. [R8]
 */
export function DirectoryFilters({ list }: FiltersProps) {
  const count = countMore(list.filter);
  const [isOpen, setOpen] = useState(count > 0);
  const today = dateIn(viewerTimeZone(), new Date());
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FreeOn list={list} today={today} />
      <div className="-ml-3 flex flex-wrap items-center gap-x-3">
        <Button
          variant="quiet"
          size="sm"
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? 'more-filters' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? `More filters (${count})` : 'More filters'}
          <ChevronDown
            aria-hidden="true"
            className={cx('size-5 transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </Button>
        <OnlyFavorites list={list} />
      </div>
      {isOpen ? (
        <div id="more-filters" className="mt-2 grid w-full gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <MoreFilters list={list} today={today} />
        </div>
      ) : null}
    </div>
  );
}

/** Rendered only while open: a slow phone takes noticeably long for so many fields. */
function MoreFilters({ list, today }: FiltersProps & { today: string }) {
  const { filter, change } = list;
  return (
    <>
      <StayFields list={list} today={today} />
      <NearField key={filter.place_id} list={list} />
      <Field label="Within">
        <Select
          value={filter.within_miles ?? ''}
          disabled={filter.place_id === undefined}
          onChange={(event) => change('miles', event.target.value)}
        >
          {filter.place_id === undefined ? <option value="">Choose a town first</option> : null}
          {SITTER_DISTANCES.map((miles) => (
            <option key={miles} value={miles}>
              {miles} miles
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Service">
        <Select
          value={filter.service ?? ''}
          onChange={(event) => change('service', event.target.value)}
        >
          <option value="">Any service</option>
          {Object.entries(SERVICE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <RateField list={list} />
      <Field label="Rating">
        <Select
          value={filter.min_rating ?? ''}
          onChange={(event) => change('stars', event.target.value)}
        >
          <option value="">Any rating</option>
          {STARS.map((stars) => (
            <option key={stars} value={stars}>
              {stars} stars and up
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Sort by">
        <Select value={filter.sort ?? ''} onChange={(event) => change('sort', event.target.value)}>
          <option value="">Complete profiles first</option>
          <option value="rating">Highest rating first</option>
        </Select>
      </Field>
    </>
  );
}

/** 'Today', 'Tomorrow', or 'Sat 28' for later days. */
function dayLabel(day: string, today: string): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  const format = dateFormat({ weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const parts = new Map(
    format.formatToParts(new Date(day)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get('weekday')} ${parts.get('day')}`;
}

function FreeOn({ list, today }: FiltersProps & { today: string }) {
  const { free_on = '', free_until } = list.filter;
  const days = daysOffered(today);
  const stay = free_until && stayText(free_on, free_until);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span aria-hidden="true" className="font-semibold text-sm">
        Free
      </span>
      <ChoiceChips
        label="Free on"
        value={stay ? STAY : free_on}
        onChange={(day) => day !== STAY && list.changeAll({ free: day, until: '' })}
        options={[
          { value: '', label: 'Any day' },
          ...days.map((day) => ({ value: day, label: dayLabel(day, today) })),
          ...(stay ? [{ value: STAY, label: stay }] : []),
        ]}
      />
    </div>
  );
}

/** 'Dec 3–10' */
function stayText(first: string, last: string): string {
  const stay = { start_date: first, end_date: last, time_zone: 'UTC' };
  return jobDays(stay, { now: new Date(), viewerTimeZone: 'UTC' });
}

/** The option for chosen dates, next to the days that need one press. */
const STAY = 'stay';

/** The first and the last day of a stay; a single day is a stay of one day. */
function StayFields({ list, today }: FiltersProps & { today: string }) {
  const { free_on, free_until } = list.filter;
  return (
    <>
      <Field label="Free from">
        <TextInput
          type="date"
          min={today}
          value={free_on ?? ''}
          onChange={(event) => {
            const free = event.target.value;
            const isKept = free_until && free && free < free_until && free_until <= lastDayOf(free);
            list.changeAll({ free, until: isKept ? free_until : '' });
          }}
        />
      </Field>
      <Field label="Free until">
        <TextInput
          type="date"
          min={free_on ?? today}
          max={free_on && lastDayOf(free_on)}
          value={free_until ?? free_on ?? ''}
          onChange={(event) => {
            const until = event.target.value;
            list.changeAll({ free: free_on ?? until, until });
          }}
        />
      </Field>
    </>
  );
}

/** Shows only the viewer's favorites. */
function OnlyFavorites({ list }: FiltersProps) {
  const isOn = list.filter.favorites !== undefined;
  return (
    <Button
      variant={isOn ? 'outline' : 'quiet'}
      size="sm"
      icon={<Heart aria-hidden="true" className={cx(isOn && 'fill-current')} />}
      aria-pressed={isOn}
      onClick={() => list.change('favorites', isOn ? '' : 'true')}
    >
      Favorites
    </Button>
  );
}

/** The town from which distances are measured; an empty field removes the filter. */
function NearField({ list }: FiltersProps) {
  const { place_id, near } = list.filter;
  const [typed, setTyped] = useState(near);
  const { places, notice } = usePlaces(typed, typed !== near);
  const pick = (place: Pick<Place, 'id' | 'label'> | undefined) =>
    list.changeAll({ place: place ? `${place.id}` : '', near: place?.label ?? '', miles: '' });
  const count = places.length === 1 ? '1 place' : `${places.length} places`;
  return (
    <Field label="Near">
      <Combobox
        placeholder="Start typing a town"
        listLabel="Places"
        value={typed}
        options={places.map(({ id, label, country }) => ({ key: `${id}`, label, detail: country }))}
        notice={notice}
        status={notice ?? `${count}. Choose with the arrow keys and Enter.`}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '' && place_id !== undefined) pick(undefined);
        }}
        onPick={(key) => pick(places.find(({ id }) => `${id}` === key))}
      />
    </Field>
  );
}

function RateField({ list }: FiltersProps) {
  const money = useMoney();
  const { max_rate } = list.filter;
  const offered = [...new Set<number>([...RATES, ...(max_rate ? [max_rate] : [])])];
  return (
    <Field label="Rate, per hour or job">
      <Select value={max_rate ?? ''} onChange={(event) => list.change('rate', event.target.value)}>
        <option value="">Any rate</option>
        {offered
          .sort((one, other) => one - other)
          .map((rate) => (
            <option key={rate} value={rate}>
              Up to {money(rate)}
            </option>
          ))}
      </Select>
    </Field>
  );
}
