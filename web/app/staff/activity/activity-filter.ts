import {
  ACTIVITY_EXPORT,
  type ActivityAction,
  type ActivityFilter,
  activityActionSchema,
} from '@kindpal/contract/staff/activity';
import { readSearch } from '~/lib/use-list-filter.ts';
import { isUuid } from '~/lib/uuid.ts';

/** `search` is the id of a target; days are yyyy-MM-dd, the last one included. */
export type ActivityAsked = {
  search: string;
  admin: string | undefined;
  action: ActivityAction | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** The filter of Activity as the address holds it; what is not ours is left out. [S3] */
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

/** The first moment of a day on the reader's clock, or of the day after. */
function startOf(day: string, daysLater = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) || year < 2000 ? undefined : start.toISOString();
}

/** Whether a target is asked for that cannot be one. */
export const isNoId = ({ search }: ActivityAsked) => search !== '' && !isUuid(search);

/** The same as the call takes it. */
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

/** Where the entries of a filter are downloaded from. */
export function exportAddress(format: keyof typeof ACTIVITY_EXPORT, asked: ActivityAsked): string {
  const query = new URLSearchParams(activityQuery(asked)).toString();
  return ACTIVITY_EXPORT[format] + (query ? `?${query}` : '');
}
