import type { CallAll } from '../testing/plans/call-all.ts';

export const callAll: CallAll = async ({ as, admin, idOf }) => {
  const asked = await idOf(
    'SELECT id FROM chat_readings WHERE decided_at IS NULL ORDER BY id LIMIT 1',
  );
  const allowed = await idOf('SELECT id FROM chat_readings WHERE ends_at > now() LIMIT 1');
  return [
    () => admin.reading.decide({ id: asked, allow: true }),
    () => admin.reading.listMessages({ id: allowed, limit: 50 }),
    () => as.reading.listMine({ limit: 20 }),
  ];
};
