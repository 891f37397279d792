import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { type ListFilterState, SEARCH_MAX } from '~/lib/use-list-filter.ts';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { type ActivityAsked, isNoId } from './activity-filter.ts';
import { ACTION_GROUPS, actionText } from './activity-texts.ts';

/** Filters by staff member, action, target and time. [S3] */
export function ActivityFilters({ state }: { state: ListFilterState<ActivityAsked> }) {
  const { filter, typed, setTyped, change } = state;
  const staff = useQuery(api.staff.listActivityStaff.queryOptions());
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-3 gap-y-3 sm:gap-x-4 lg:grid-cols-4">
      <Field label="Staff member">
        <Select
          value={filter.admin ?? ''}
          onChange={(event) => change('staff', event.target.value)}
        >
          <option value="">Everyone</option>
          {staff.data?.map(({ id, full_name }) => (
            <option key={id} value={id}>
              {full_name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Action">
        <Select
          value={filter.action ?? ''}
          onChange={(event) => change('action', event.target.value)}
        >
          <option value="">Every action</option>
          {ACTION_GROUPS.map(({ label, actions }) => (
            <optgroup key={label} label={label}>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {actionText(action)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Field label="From">
        <TextInput
          type="date"
          max={filter.to}
          value={filter.from ?? ''}
          onChange={(event) => change('from', event.target.value)}
        />
      </Field>
      <Field label="To">
        <TextInput
          type="date"
          min={filter.from}
          value={filter.to ?? ''}
          onChange={(event) => change('to', event.target.value)}
        />
      </Field>
      <Field
        label="ID of a member, job or request"
        className="col-span-full"
        error={isNoId(filter) ? 'This ID is incomplete.' : undefined}
      >
        <TextInput
          type="search"
          placeholder="Paste an ID"
          maxLength={SEARCH_MAX}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </search>
  );
}
