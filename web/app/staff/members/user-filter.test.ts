import { describe, expect, it } from 'vitest';
import { readUserFilter, shownText, userQuery } from './user-filter.ts';

const read = (address: string) => userQuery(readUserFilter(new URLSearchParams(address)));

describe('the filter of User Management [S3]', () => {
  it('is read from the address, and invalid values are ignored', () => {
    expect(read('')).toEqual({});
    expect(read('role=admin&search=%20Quill%20')).toEqual({ role: 'admin', search: 'Quill' });
    expect(read('role=owner')).toEqual({});
    expect(read(`search=${'x'.repeat(400)}`).search).toHaveLength(100);
  });

  it('shows which members of how many are listed', () => {
    const shown = { page: 0, pageSize: 10, count: 10, total: 12345 };
    expect(shownText(shown)).toBe('Members 1–10 of 12,345');
    expect(shownText({ ...shown, page: 1, count: 1, total: 11 })).toBe('Member 11 of 11');
    expect(shownText({ ...shown, total: null })).toBe('Members 1–10');
    expect(shownText({ ...shown, count: 0, total: 0 })).toBe('No members');
    expect(shownText({ ...shown, page: 1, count: 2, total: 11 })).toBe('Members 11–12 of 12');
  });
});
