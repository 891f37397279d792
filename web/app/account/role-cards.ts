import type { Role } from '@kindpal/contract/member/schema';

type RoleCard = { value: Role; label: string; description: string };

/** The three marketplace roles as sign-up offers them; the first is the default. [U1] */
export const ROLE_CARDS: readonly RoleCard[] = [
  {
    value: 'pet_owner',
    label: 'Pet owner',
    description: 'I am looking for somebody to sit or walk.',
  },
  { value: 'pet_sitter', label: 'Pet sitter', description: 'I like to sit, walk, or both.' },
  { value: 'both', label: 'Both', description: 'I have pets and look after those of others.' },
];
