import { member, staff } from '../access/guards.ts';
import { decideCheck } from './decide-check.ts';
import { listChecks } from './list-checks.ts';
import { findOwnCheck, requestCheck, withdrawCheck } from './own-check.ts';

/** Members ask about themselves; staff decide about others. */
export const identityRouter = {
  findMine: member.identity.findMine.handler(findOwnCheck),
  request: member.identity.request.handler(requestCheck),
  withdraw: member.identity.withdraw.handler(withdrawCheck),
  list: staff.identity.list.handler(listChecks),
  decide: staff.identity.decide.handler(decideCheck),
};
