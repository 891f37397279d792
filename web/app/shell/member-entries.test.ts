import { expect, test } from 'vitest';
import { currentEntry, memberEntries } from './member-entries.ts';

test('the menu of a member has its entries in order, with Sign Out last [P7]', () => {
  expect(memberEntries.map(({ label, to }) => [label, to])).toEqual([
    ['Dashboard', '/dashboard'],
    ['My Jobs', '/my-jobs'],
    ['Profile Settings', '/edit-profile'],
    ['Calendar', '/edit-profile#availability'],
    ['Find a Pet Pal', '/pet-sitters'],
    ['Post a Job', '/post-job'],
    ['View Jobs', '/jobs'],
  ]);
});

test.each([
  ['/dashboard', '', '/dashboard'],
  ['/my-jobs', '', '/my-jobs'],
  ['/edit-profile', '', '/edit-profile'],
  ['/edit-profile', '#availability', '/edit-profile#availability'],
  ['/edit-profile', '#elsewhere', '/edit-profile'],
  ['/pet-sitters', '', '/pet-sitters'],
  ['/jobs/1', '', undefined],
  ['/about', '#availability', undefined],
])('a member who is at %s%s is at the entry %s and no other [P7]', (pathname, hash, entry) => {
  expect(currentEntry({ pathname, hash })).toBe(entry);
});
