import { VIEWED_KINDS } from '@kindpal/contract/privacy/schema';
import { expect, test } from 'vitest';
import { staffViewer, whyOf } from './view-text.ts';

test('a view by staff shows the name, or that this person has left, or no name [S3]', () => {
  expect(staffViewer({ name: 'Stella K.', has_left: false })).toEqual({
    ...{ name: 'Stella K.', text: 'from our team' },
  });
  expect(staffViewer({ name: null, has_left: true }).text).toBe('A former member of our team');
  expect(staffViewer({ name: null, has_left: false }).text).toBe('Our team');
});

test('each kind of view by staff has its own reason, and views by sitters share one [S3]', () => {
  const ofStaff = ['account', 'identity', 'emails', 'job', 'request', 'review', 'chat'] as const;
  const reasons = ofStaff.map((kind) => whyOf({ viewer_role: 'staff', kind }));
  expect(new Set(reasons).size).toBe(ofStaff.length);
  for (const kind of VIEWED_KINDS) {
    expect(whyOf({ viewer_role: 'sitter', kind })).toBe('Sitter of your job');
  }
});
