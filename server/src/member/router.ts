import { member, open } from '../access/guards.ts';
import { listMembers } from './directory/list-members.ts';
import { getMember } from './get-member.ts';
import { completePetOnboarding } from './onboarding/complete-pet-onboarding.ts';
import { completeSitterOnboarding } from './onboarding/complete-sitter-onboarding.ts';
import { switchRole } from './profile/switch-role.ts';
import { updateProfile } from './profile/update-profile.ts';
import { getTrustPath } from './trust/trust-path.ts';

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
