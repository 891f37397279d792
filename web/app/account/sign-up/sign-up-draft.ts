import { type Role, roleSchema } from '@kindpal/contract/member/schema';

/** What a newcomer has typed but not sent; the password is never stored. */
export type SignUpDraft = { code: string; full_name: string; email: string; role: Role };

export const EMPTY_SIGN_UP: SignUpDraft = {
  code: '',
  full_name: '',
  email: '',
  role: 'pet_owner',
};

const KEY = 'kindpal.join';

/**
 * Restores what was typed before a reload, including the code of an invite link, which is no longer
 * in the address. [U1]
 */
export function readSignUpDraft(storage: Pick<Storage, 'getItem'>): SignUpDraft {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return EMPTY_SIGN_UP;
    const { code, full_name, email, role } = stored as Record<keyof SignUpDraft, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      code: text(code),
      full_name: text(full_name),
      email: text(email),
      role: roleSchema.catch(EMPTY_SIGN_UP.role).parse(role),
    };
  } catch {
    // Without readable storage there is no draft.
    return EMPTY_SIGN_UP;
  }
}

export function keepSignUpDraft(storage: Pick<Storage, 'setItem'>, draft: SignUpDraft): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Full or blocked storage must not stop anybody from joining.
  }
}
