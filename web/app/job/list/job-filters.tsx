import { JOB_SORTS } from '@kindpal/contract/job/list-filter';
import { RefreshCw, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMoney } from '~/lib/format.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { TextLink } from '~/ui/link.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { typeText } from '../job-title.ts';
import {
  countNarrowing,
  JOB_DISTANCES,
  type JobFilter,
  LEAST_PAYS,
  SORT_LABELS,
  type ViewerPlace,
} from './job-list-filter.ts';
import { JOB_TYPES } from './job-types.ts';

type JobFiltersProps = {
  filter: JobFilter;
  typed: string;
  onType: (text: string) => void;
  /** Changes one query parameter; an empty value removes it. */
  onChange: (name: string, value: string) => void;
  /** The viewer's area; undefined for visitors, who see weeks and no distances. */
  place: ViewerPlace | undefined;
  onRefresh: () => void;
  refreshing: boolean;
};

/** Search, type, order and Refresh; the other filters are behind one button. [J1] */
export function JobFilters(props: JobFiltersProps) {
  const { filter, typed, onType, onChange, place, onRefresh, refreshing } = props;
  const isMember = place !== undefined;
  const narrowing = countNarrowing(filter);
  const [isOpen, setOpen] = useState(narrowing > 0);
  const panel = useId();
  return (
    <search className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-[1fr_1fr_auto_auto] lg:grid-cols-[1fr_12rem_12rem_auto_auto]">
        <SearchField
          label="Search jobs"
          placeholder="Search by area, pet or words"
          value={typed}
          onType={onType}
          className="max-lg:col-span-full"
        />
        <Choice
          label="Job type"
          value={filter.jobType ?? ''}
          onChange={(value) => onChange('type', value)}
        >
          <option value="">All job types</option>
          {JOB_TYPES.map((option) => (
            <option key={option} value={option}>
              {typeText(option)}
            </option>
          ))}
        </Choice>
        <Choice
          label="Sort by"
          value={filter.sort}
          onChange={(value) => onChange('sort', value === 'newest' ? '' : value)}
        >
          {JOB_SORTS.filter((sort) => isMember || sort === 'newest' || sort === 'pay').map(
            (sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ),
          )}
        </Choice>
        <div className="col-span-full flex gap-3 md:contents">
          <Button
            variant="outline"
            className="self-start max-md:grow"
            icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {narrowing > 0 ? `Filters (${narrowing})` : 'Filters'}
          </Button>
          <IconButton
            label="Refresh"
            className="size-12 shrink-0 border-2 border-line-strong"
            aria-busy={refreshing}
            onClick={onRefresh}
          >
            <RefreshCw aria-hidden="true" className={refreshing ? 'animate-spin' : ''} />
          </IconButton>
        </div>
      </div>
      {isOpen ? (
        <div id={panel} className="grid items-start gap-3 sm:grid-cols-3">
          <MoreFilters {...{ filter, onChange, place }} />
        </div>
      ) : null}
    </search>
  );
}

type MoreFiltersProps = Pick<JobFiltersProps, 'filter' | 'onChange' | 'place'>;

/**
 * Filters for day, distance and pay, rendered only while open. Distances are measured from the area
 * in the viewer's profile.
 */
function MoreFilters({ filter, onChange, place }: MoreFiltersProps) {
  const money = useMoney();
  const needsArea = place === null;
  return (
    <>
      {place === undefined ? null : (
        <>
          <Field label="On this day">
            <TextInput
              type="date"
              value={filter.on ?? ''}
              onChange={(event) => onChange('on', event.target.value)}
            />
          </Field>
          <Field
            label="Distance from you"
            hint={
              needsArea ? (
                <>
                  <TextLink to="/edit-profile#contact">Add your area</TextLink> to see what’s near.
                </>
              ) : undefined
            }
          >
            <Select
              value={filter.withinMiles ?? ''}
              disabled={needsArea}
              onChange={(event) => onChange('within', event.target.value)}
            >
              <option value="">Any distance</option>
              {JOB_DISTANCES.map((miles) => (
                <option key={miles} value={miles}>
                  Within {miles} miles
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Field label="Pays at least">
        <Select
          value={filter.minPay ?? ''}
          onChange={(event) => onChange('pay', event.target.value)}
        >
          <option value="">Any amount</option>
          {LEAST_PAYS.map((amount) => (
            <option key={amount} value={amount}>
              {money(amount)} or more
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <Field label={label} hideLabel>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </Select>
    </Field>
  );
}
