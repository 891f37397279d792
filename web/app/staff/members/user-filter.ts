import {
  type AppRole,
  appRoleSchema,
  type MemberState,
  memberStateSchema,
} from '@kindpal/contract/staff/schema';
import { readSearch } from '~/lib/use-list-filter.ts';

export type UserFilter = {
  role: AppRole | undefined;
  state: MemberState | undefined;
  search: string;
};

/** The filter of User Management from the address; unknown values are ignored. [S3] */
export function readUserFilter(params: URLSearchParams): UserFilter {
  const role = appRoleSchema.safeParse(params.get('role'));
  const state = memberStateSchema.safeParse(params.get('state'));
  return {
    state: state.success ? state.data : undefined,
    role: role.success ? role.data : undefined,
    search: readSearch(params),
  };
}

/** The filter as input of the call. */
export function userQuery({ role, state, search }: UserFilter) {
  return { ...(role ? { role } : {}), ...(state ? { state } : {}), ...(search ? { search } : {}) };
}

type Shown = { page: number; pageSize: number; count: number; total: number | null };

/** 'Members 11–20 of 57', for the current page; the first page is 0. The total may be unknown. */
export function shownText({ page, pageSize, count, total }: Shown): string {
  if (count === 0) return 'No members';
  const first = page * pageSize + 1;
  const last = first + count - 1;
  const shown = first === last ? `Member ${first}` : `Members ${first}–${last}`;
  // The total may be outdated if somebody joined between two pages.
  return total === null ? shown : `${shown} of ${Math.max(total, last).toLocaleString('en-US')}`;
}
