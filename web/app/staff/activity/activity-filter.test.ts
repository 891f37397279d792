import { describe, expect, it } from 'vitest';
import { activityQuery, exportAddress, isNoId, readActivityFilter } from './activity-filter.ts';

const ID = '0b7c1d2e-0000-4000-8000-000000000000';
const read = (query: string) => readActivityFilter(new URLSearchParams(query));

describe('the filter of Activity [S3]', () => {
  it('is read from the address, and unknown values are ignored', () => {
    const asked = read(`staff=${ID}&action=role_change&from=2026-11-01&to=2026-11-30&search=${ID}`);
    expect(asked).toEqual({
      admin: ID,
      action: 'role_change',
      from: '2026-11-01',
      to: '2026-11-30',
      search: ID,
    });
    const odd = read('staff=me&action=everything&from=yesterday&to=0000-99-99');
    expect(activityQuery(odd)).toEqual({});
  });

  it('requests whole days in the viewer’s time zone, including the last one', () => {
    const { from, until } = activityQuery(read('from=2026-11-01&to=2026-11-01'));
    expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 1));
    expect(new Date(until ?? '')).toEqual(new Date(2026, 10, 2));
  });

  it('detects a search that is not an id, and does not send it', () => {
    expect(isNoId(read('search=Ada'))).toBe(true);
    expect(isNoId(read(`search=${ID}`))).toBe(false);
    expect(isNoId(read(''))).toBe(false);
    expect(activityQuery(read('search=Ada'))).toEqual({});
  });

  it('leads to the export of the same entries', () => {
    expect(exportAddress('csv', read(''))).toBe('/rest/v1/admin_activity_logs.csv');
    expect(exportAddress('json', read(`search=${ID}&action=job_read`))).toBe(
      `/rest/v1/admin_activity_logs.json?action=job_read&target_id=${ID}`,
    );
  });
});
