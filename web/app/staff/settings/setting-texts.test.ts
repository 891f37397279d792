import { SETTING_NAMES } from '@kindpal/contract/staff/system';
import { expect, it } from 'vitest';
import { SETTING_GROUPS } from './setting-texts.ts';

it('every setting of an instance has its place on the page, once [S4]', () => {
  const shown = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
  expect(shown.sort()).toEqual([...SETTING_NAMES].sort());
});
