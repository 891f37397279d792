import {
  ACTIVITY_EXPORT,
  type ActivityAction,
  type ActivityFilter,
  activityActionSchema,
} from '@kindpal/contract/staff/activity';
import { readSearch } from '~/lib/use-list-filter.ts';
import { isUuid } from '~/lib/uuid.ts';

/** `search` is the id of a target; days are yyyy-MM-dd, including the last one. */
export type ActivityAsked = {
  search: string;
  admin: string | undefined;
  action: ActivityAction | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** The filter of Activity from the address; unknown values are ignored. [S3] */
export function readActivityFilter(params: URLSearchParams): ActivityAsked {
  const admin = params.get('staff');
  const action = activityActionSchema.safeParse(params.get('action'));
  return {
    search: readSearch(params),
    admin: isUuid(admin) ? admin : undefined,
    action: action.success ? action.data : undefined,
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
  };
}

function readDay(text: string | null): string | undefined {
  return text && startOf(text) ? text : undefined;
}

/** The start of a day in the viewer's time zone, or of a later day. */
function startOf(day: string, daysLater = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) || year < 2000 ? undefined : start.toISOString();
}

/** Whether the search cannot be the id of a target. */
export const isNoId = ({ search }: ActivityAsked) => search !== '' && !isUuid(search);

/** The filter as input of the call. */
export function activityQuery(asked: ActivityAsked): ActivityFilter {
  const { search, admin, action, from, to } = asked;
  return {
    ...(admin ? { admin_id: admin } : {}),
    ...(action ? { action } : {}),
    ...(isUuid(search) ? { target_id: search } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { until: startOf(to, 1) } : {}),
  };
}

/** The address from which the filtered entries are downloaded. */
export function exportAddress(format: keyof typeof ACTIVITY_EXPORT, asked: ActivityAsked): string {
  const query = new URLSearchParams(activityQuery(asked)).toString();
  return ACTIVITY_EXPORT[format] + (query ? `?${query}` : '');
}
