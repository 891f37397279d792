import { type Role, roleSchema } from '@kindpal/contract/member/role';
import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';
import { SIGN_UP_DRAFT_KEY } from './sign-up-draft-key.ts';

/** What a newcomer has typed but not sent; the password is never stored. */
export type SignUpDraft = { code: string; full_name: string; email: string; role: Role };

export const EMPTY_SIGN_UP: SignUpDraft = {
  code: '',
  full_name: '',
  email: '',
  role: 'pet_owner',
};

/**
 * Restores what was typed before a reload, including the code of an invite link, which is no longer
 * in the address. [U1]
 */
export function readSignUpDraft(storage: Pick<Storage, 'getItem'>): SignUpDraft {
  const kept = readStoredDraft(storage, SIGN_UP_DRAFT_KEY, (found) => {
    const { code, full_name, email, role } = (found ?? {}) as Partial<SignUpDraft>;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      code: text(code),
      full_name: text(full_name),
      email: text(email),
      role: roleSchema.catch(EMPTY_SIGN_UP.role).parse(role),
    };
  });
  return kept ?? EMPTY_SIGN_UP;
}

export function keepSignUpDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  draft: SignUpDraft,
): void {
  storeDraft(storage, SIGN_UP_DRAFT_KEY, draft);
}
