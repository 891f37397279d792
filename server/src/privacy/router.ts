import { member } from '../access/guards.ts';
import { listViews } from './list-views.ts';

/** Everybody's own data; nobody sees that of others. */
export const privacyRouter = {
  listViews: member.privacy.listViews.handler(listViews),
};
