import { APP_ROLES, type MemberState, memberStateSchema } from '@kindpal/contract/staff/schema';
import type { ListFilterState } from '~/lib/use-list-filter.ts';
import { appRoleLabel } from '~/staff/sections.ts';
import { Field } from '~/ui/field.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { Select } from '~/ui/select.tsx';
import type { UserFilter } from './user-filter.ts';

const STATES: Record<MemberState, string> = {
  suspended: 'Suspended',
  appealed: 'Waiting appeals',
};

/** Search by email or name, administrative role, and suspension. [S3] */
export function UserFilters({ state }: { state: ListFilterState<UserFilter> }) {
  const { filter, typed, setTyped, change } = state;
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9em),1fr))] gap-x-4 gap-y-2 max-lg:*:first:col-span-full lg:grid-cols-[1fr_11rem_11rem]">
      <SearchField
        label="Search members"
        placeholder="Search by email or full name"
        value={typed}
        onType={setTyped}
      />
      <Field label="Role" hideLabel>
        <Select value={filter.role ?? ''} onChange={(event) => change('role', event.target.value)}>
          <option value="">All roles</option>
          {APP_ROLES.map((role) => (
            <option key={role} value={role}>
              {appRoleLabel(role)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Status" hideLabel>
        <Select
          value={filter.state ?? ''}
          onChange={(event) => change('state', event.target.value)}
        >
          <option value="">Any status</option>
          {memberStateSchema.options.map((state) => (
            <option key={state} value={state}>
              {STATES[state]}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  );
}
