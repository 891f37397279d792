import { member, open, superAdmin } from '../access/guards.ts';
import { listProviders, setDomain } from './set-domain.ts';
import { startLink, startSso } from './start-sso.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** Signing in with outside providers, and linked identities. [U11] [U12] */
export const ssoRouter = {
  start: open.sso.start.handler(startSso),
  link: member.sso.link.handler(startLink),
  unlink: member.sso.unlink.handler(unlinkIdentity),
  listProviders: superAdmin.sso.listProviders.handler(listProviders),
  setDomain: superAdmin.sso.setDomain.handler(setDomain),
};
