import type { Role } from '@kindpal/contract/member/schema';

/** What a member can be, in words. */
export const ROLE_LABELS: Record<Role, string> = {
  pet_owner: 'Pet Owner',
  pet_sitter: 'Pet Sitter',
  both: 'Pet Owner & Sitter',
};
