import { beforeEach, expect, test, vi } from 'vitest';

const [FIRST, NEXT] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
];

/** The module of a new page: what it stores lasts as long as the page. */
let page: typeof import('./viewer-id.ts');
beforeEach(async () => {
  vi.resetModules();
  page = await import('./viewer-id.ts');
});

test('a page sends the changes of its first member in nobody else’s name, however the session ends [U6]', () => {
  expect(page.senderId()).toBeNull();
  page.setViewerId(null);
  expect(page.senderId()).toBeNull();
  page.setViewerId(FIRST);
  expect(page.senderId()).toBe(FIRST);
  page.setViewerId(null);
  expect(page.senderId()).toBe('visitor');
  page.setViewerId(NEXT);
  expect(page.senderId()).toBe(FIRST);
});

test('a member who signs in again on their page continues in their own name [U7]', () => {
  page.setViewerId(FIRST);
  page.setViewerId(null);
  page.setViewerId(FIRST);
  expect(page.senderId()).toBe(FIRST);
});

test('a page reads in the name of the member whose data it shows, even once their session has ended [U7]', () => {
  page.setViewerId(FIRST);
  expect(page.readerId()).toBe(FIRST);
  page.setReaderId(FIRST);
  page.setViewerId(null);
  expect(page.readerId()).toBe(FIRST);
  page.setReaderId(null);
  expect(page.readerId()).toBe('visitor');
});
