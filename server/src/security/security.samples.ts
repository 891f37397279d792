import type { CallAll } from '../testing/plans/call-all.ts';

export const callAll: CallAll = ({ as }) => [() => as.security.listEvents({ limit: 10 })];
