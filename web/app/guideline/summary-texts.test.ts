import type { ModerationSummary } from '@kindpal/contract/moderation/schema';
import { expect, it } from 'vitest';
import { summaryTexts } from './summary-texts.ts';

const summary: ModerationSummary = {
  reports: 41,
  decisions: { dismiss: 20, warn: 8, hide: 0, remove: 7, suspend: null, ban: 0 },
  appeals: null,
  appeals_granted: 0,
  median_minutes: 190,
};

it('shows decisions as sentences, and for small numbers only that they are small [S4]', () => {
  expect(summaryTexts(summary)).toEqual([
    'Members sent 41 reports.',
    'Our decisions: 20 closed without action, 8 warnings, 7 removals, fewer than 5 suspensions.',
    'Half of the reports were decided within 3 hours.',
    'There were fewer than 5 appeals, none of them granted.',
  ]);
});

it('shows nothing while there are no reports', () => {
  expect(summaryTexts({ ...summary, reports: 0 })).toEqual([]);
});
