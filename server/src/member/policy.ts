import type { ActiveRole, Role } from '@kindpal/contract/member/schema';

/*
 * Everybody sees members, but not those who are suspended; the signed-out see a shortened name.
 * A member sees and changes all of their own profile and of nobody else's. Whoever is both owner
 * and sitter chooses which of the two they look at the product as; the others have no choice.
 */

/** Whether a member may look at the product as this role. [D4] */
export function canViewAs(role: Role, view: ActiveRole): boolean {
  return role === 'both' || role === view;
}
