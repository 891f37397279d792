import { open, staff, staffWhoMails } from '../access/guards.ts';
import { confirmWaitlist, getOwnEntry } from './confirm-waitlist.ts';
import { inviteFromWaitlist } from './invite-from-waitlist.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { listWaitlist } from './list-waitlist.ts';

/** Joining the waiting list needs no account; inviting from it is for staff. [P4] */
export const waitlistRouter = {
  join: open.waitlist.join.handler(joinWaitlist),
  getEntry: open.waitlist.getEntry.handler(getOwnEntry),
  confirm: open.waitlist.confirm.handler(confirmWaitlist),
  list: staff.waitlist.list.handler(listWaitlist),
  invite: staffWhoMails.waitlist.invite.handler(inviteFromWaitlist),
};
