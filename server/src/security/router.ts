import { member } from '../access/guards.ts';
import { endDevice, listDevices } from './devices.ts';
import { getOverview } from './get-overview.ts';
import { listSecurityEvents } from './list-events.ts';

/** Each member's own account only. */
export const securityRouter = {
  getOverview: member.security.getOverview.handler(getOverview),
  listDevices: member.security.listDevices.handler(listDevices),
  endSession: member.security.endSession.handler(endDevice),
  listEvents: member.security.listEvents.handler(listSecurityEvents),
};
