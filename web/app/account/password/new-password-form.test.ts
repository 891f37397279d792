import { describe, expect, it } from 'vitest';
import { sanitizingNotice } from '../sanitizing-notice.ts';
import { newPasswordObjection } from './new-password-form.tsx';

const typed = (password: string, confirm = password) => newPasswordObjection({ password, confirm });

describe('a new password', () => {
  it('must be the same twice [U5]', () => {
    expect(typed('Abcdef1!', 'Abcdef1?')).toMatchObject({
      title: "Passwords don't match",
      text: 'Please make sure both passwords are the same.',
    });
  });

  it('shorter than six is too short, with a text of its own [U5]', () => {
    expect(typed('Ab1!x')).toMatchObject({
      title: 'Password too short',
      text: 'Password must be at least 6 characters long.',
    });
  });

  it('from six characters on is checked by the policy, with all unmet rules joined by commas [U5]', () => {
    expect(typed('abcdef')).toMatchObject({
      title: 'Password Requirements',
      text: 'Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one number, Password must contain at least one special character',
    });
    expect(typed('Abcdef1!')).toBeUndefined();
  });
});

describe('a name that is changed when it is saved', () => {
  it('is shown as it will be saved, and only if that differs [U2]', () => {
    expect(sanitizingNotice('Ada <3', 'your name')).toContain('“Ada 3”');
    expect(sanitizingNotice(' Ada ', 'your name')).toBeUndefined();
  });
});
