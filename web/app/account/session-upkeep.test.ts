import { describe, expect, it } from 'vitest';
import { CHECK_EVERY_MS, isRefreshDue } from './session-upkeep.ts';

describe('keeping a session', () => {
  it('is looked at every 30 s and renewed within 90 s of its end [U7]', () => {
    expect(CHECK_EVERY_MS).toBe(30_000);
    expect(isRefreshDue(1000, 909_000)).toBe(false);
    expect(isRefreshDue(1000, 911_000)).toBe(true);
  });
});
