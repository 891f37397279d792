import { member, open } from '../access/guards.ts';
import { completePetOnboarding } from './complete-pet-onboarding.ts';
import { completeSitterOnboarding } from './complete-sitter-onboarding.ts';
import { getMember } from './get-member.ts';
import { listMembers } from './list-members.ts';
import { switchRole } from './switch-role.ts';
import { getTrustPath } from './trust-path.ts';
import { updateProfile } from './update-profile.ts';

/** Everybody may see profiles, each within their limits; only their member can change them. */
export const memberRouter = {
  list: open.member.list.handler(listMembers),
  getTrustPath: open.member.getTrustPath.handler(getTrustPath),
  get: open.member.get.handler(getMember),
  update: member.member.update.handler(updateProfile),
  switchRole: member.member.switchRole.handler(switchRole),
  completePetOnboarding: member.member.completePetOnboarding.handler(completePetOnboarding),
  completeSitterOnboarding:
    member.member.completeSitterOnboarding.handler(completeSitterOnboarding),
};
