import { APP_ROLES, type MemberState, memberStateSchema } from '@kindpal/contract/staff/schema';
import { Search } from 'lucide-react';
import { appRoleLabel } from '~/admin/sections.ts';
import { type ListFilterState, SEARCH_MAX } from '~/lib/use-list-filter.ts';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { UserFilter } from './user-filter.ts';

const STATES: Record<MemberState, string> = {
  suspended: 'Suspended',
  appealed: 'Waiting appeals',
};

/** Search by email or name, the administrative role, and who is suspended. [S3] */
export function UserFilters({ state }: { state: ListFilterState<UserFilter> }) {
  const { filter, typed, setTyped, change } = state;
  return (
    <search className="grid gap-x-4 gap-y-2 md:grid-cols-[1fr_11rem_11rem]">
      <Field label="Search members" hideLabel>
        <TextInput
          type="search"
          before={<Search aria-hidden="true" />}
          placeholder="Search by email or full name"
          maxLength={SEARCH_MAX}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
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
