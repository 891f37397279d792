import { member } from '../access/guards.ts';
import { getDraft, removeDraft, saveDraft } from './drafts.ts';

/** Drafts are for the member who types them. */
export const draftRouter = {
  get: member.draft.get.handler(getDraft),
  save: member.draft.save.handler(saveDraft),
  remove: member.draft.remove.handler(removeDraft),
};
