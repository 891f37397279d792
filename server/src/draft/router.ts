import { member } from '../access/guards.ts';
import { getDraft, removeDraft, saveDraft } from './drafts.ts';

/** Members reach only their own drafts. */
export const draftRouter = {
  get: member.draft.get.handler(getDraft),
  save: member.draft.save.handler(saveDraft),
  remove: member.draft.remove.handler(removeDraft),
};
