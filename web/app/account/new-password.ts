import { passwordProblems, RESET_PASSWORD_MIN } from '@kindpal/contract/text/rules';

export type PasswordObjection = { field: 'password' | 'confirm'; title: string; text: string };

/** The first thing to say against a new password typed twice, or nothing. [U5] */
export function newPasswordObjection(typed: {
  password: string;
  confirm: string;
}): PasswordObjection | undefined {
  const { password, confirm } = typed;
  if (password !== confirm) {
    return {
      field: 'confirm',
      title: "Passwords don't match",
      text: 'Please make sure both passwords are the same.',
    };
  }
  if (password.length < RESET_PASSWORD_MIN) {
    return {
      field: 'password',
      title: 'Password too short',
      text: `Password must be at least ${RESET_PASSWORD_MIN} characters long.`,
    };
  }
  const problems = passwordProblems(password).join(', ');
  return problems
    ? { field: 'password', title: 'Password Requirements', text: problems }
    : undefined;
}
