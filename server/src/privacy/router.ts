import { member } from '../access/guards.ts';
import { listViews } from './list-views.ts';
import { getSettings, updateSettings } from './settings.ts';

/** Each member's own data only. */
export const privacyRouter = {
  getSettings: member.privacy.getSettings.handler(getSettings),
  updateSettings: member.privacy.updateSettings.handler(updateSettings),
  listViews: member.privacy.listViews.handler(listViews),
};
