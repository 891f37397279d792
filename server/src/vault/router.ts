import { member } from '../access/guards.ts';
import { getHome, saveHome } from './home-access.ts';
import { attachAccess, detachAccess, getJobAccess } from './job-access.ts';
import { openAccess } from './open-access.ts';

export const vaultRouter = {
  getHome: member.vault.getHome.handler(getHome),
  saveHome: member.vault.saveHome.handler(saveHome),
  getJobAccess: member.vault.getJobAccess.handler(getJobAccess),
  attach: member.vault.attach.handler(attachAccess),
  detach: member.vault.detach.handler(detachAccess),
  open: member.vault.open.handler(openAccess),
};
