import type { Role } from '@kindpal/contract/member/role';

/** The labels of the roles. */
export const ROLE_LABELS: Record<Role, string> = {
  pet_owner: 'Pet Owner',
  pet_sitter: 'Pet Sitter',
  both: 'Pet Owner & Sitter',
};
