import { member } from '../access/guards.ts';
import { listViews } from './list-views.ts';
import { getPrivacySettings, updatePrivacySettings } from './settings.ts';

/** Each member's own data only. */
export const privacyRouter = {
  getSettings: member.privacy.getSettings.handler(getPrivacySettings),
  updateSettings: member.privacy.updateSettings.handler(updatePrivacySettings),
  listViews: member.privacy.listViews.handler(listViews),
};
