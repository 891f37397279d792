import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { pathOfNotification, targetOfPath } from '@kindpal/contract/notification/target';
import { describe, expect, it } from 'vitest';
import { TARGETS } from './use-visited-target.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
const pathOf = (type: NotificationType) =>
  pathOfNotification(type, { job_id: id(1), claim_id: id(2), actor_id: id(3) });

describe('a member who opens the page that a notification leads to', () => {
  it.each(types.map((type) => [type, pathOf(type)]))(
    'of %s marks it as read, by a request that is sent for %s',
    (type, path) => {
      expect(TARGETS.test(path)).toBe(true);
      expect(targetOfPath(path)?.types).toContain(type as NotificationType);
    },
  );

  it('marks only the notifications that lead there', () => {
    for (const type of types) {
      const { target } = definitionOf(type);
      const marked = targetOfPath(pathOf(type))?.types ?? [];
      expect(new Set(marked.map((one) => definitionOf(one).target))).toEqual(new Set([target]));
    }
  });
});

it('a page that no notification leads to sends no request', () => {
  for (const path of ['/', '/dashboard', '/my-jobs', '/my-day', '/directory', '/jobs', '/chat']) {
    expect(TARGETS.test(path)).toBe(false);
  }
});
