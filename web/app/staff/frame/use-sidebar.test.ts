import { describe, expect, it } from 'vitest';
import { isSidebarKey, readSidebarOpen, sidebarCookie } from './use-sidebar.ts';

const key = (held: Partial<KeyboardEvent>) => ({
  key: 'b',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the sidebar of the staff [S1]', () => {
  it('is open at the first visit', () => {
    expect(readSidebarOpen('')).toBe(true);
    expect(readSidebarOpen('theme=dark; other=1')).toBe(true);
  });

  it('stays as it was left, for seven days', () => {
    for (const isOpen of [true, false]) {
      const cookie = sidebarCookie(isOpen);
      expect(readSidebarOpen(`a=1; ${cookie.split(';')[0]}`)).toBe(isOpen);
      expect(cookie).toContain('max-age=604800');
    }
  });

  it('opens and closes with Ctrl or Cmd and b, and with nothing else', () => {
    expect(isSidebarKey(key({ ctrlKey: true }))).toBe(true);
    expect(isSidebarKey(key({ metaKey: true, key: 'B' }))).toBe(true);
    expect(isSidebarKey(key({}))).toBe(false);
    expect(isSidebarKey(key({ ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isSidebarKey(key({ ctrlKey: true, key: 'v' }))).toBe(false);
  });
});
