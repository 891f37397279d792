import { member } from '../access/guards.ts';
import { getDeletion, requestDeletion, withdrawDeletion } from './deletion.ts';

/** Members manage only their own account. */
export const deletionRouter = {
  get: member.deletion.get.handler(getDeletion),
  request: member.deletion.request.handler(requestDeletion),
  withdraw: member.deletion.withdraw.handler(withdrawDeletion),
};
