import type { CallAll } from '../testing/plans/call-all.ts';

export const callAll: CallAll = async ({ as, admin, idOf }) => {
  const undecided = await idOf('SELECT id FROM reports WHERE decided_at IS NULL LIMIT 1');
  const hearing = await idOf(
    'SELECT id FROM hearings WHERE answered_at IS NULL ORDER BY id LIMIT 1',
  );
  return [
    // Only who has taken a report asks about it.
    () => admin.report.take({ id: undecided }),
    () => admin.hearing.ask({ report_id: undecided, side: 'reporter', question: 'When was it?' }),
    () => as.hearing.listMine({ limit: 20 }),
    () => as.hearing.answer({ id: hearing, answer: 'It was a present.' }),
  ];
};
