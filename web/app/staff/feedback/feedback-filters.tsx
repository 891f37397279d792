import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import { feedbackStatusSchema } from '@kindpal/contract/feedback/schema';
import type { ListFilterState } from '~/lib/use-list-filter.ts';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field } from '~/ui/field.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { Select } from '~/ui/select.tsx';
import type { FeedbackFilter } from './feedback-filter.ts';

/** Search, status, urgent jobs, and overdue requests. [F4] */
export function FeedbackFilters({ state }: { state: ListFilterState<FeedbackFilter> }) {
  const { filter, typed, setTyped, change } = state;
  return (
    <search className="grid items-center gap-x-4 gap-y-2 md:max-lg:*:first:col-span-2 md:grid-cols-[13rem_1fr] lg:grid-cols-[1fr_13rem_auto]">
      <SearchField
        label="Search feedback"
        placeholder="Search by words, name or email"
        value={typed}
        onType={setTyped}
      />
      <Field label="Status" hideLabel>
        <Select
          value={filter.status ?? ''}
          onChange={(event) => change('status', event.target.value)}
        >
          <option value="">Any status</option>
          {feedbackStatusSchema.options.map((status) => (
            <option key={status} value={status}>
              {feedbackLabel(status)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox
          label="Urgent only"
          checked={filter.isUrgent}
          onChange={(event) => change('urgent', event.target.checked ? '1' : '')}
        />
        <Checkbox
          label="Overdue only"
          checked={filter.isOverdue}
          onChange={(event) => change('overdue', event.target.checked ? '1' : '')}
        />
      </div>
    </search>
  );
}
