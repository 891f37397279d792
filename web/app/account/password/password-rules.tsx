import { passwordChecks } from '@kindpal/contract/text/password';
import { cx } from '~/ui/class-names.ts';
import { CheckIcon } from '~/ui/icons.tsx';

export const PASSWORD_HINT =
  'At least 8 characters with uppercase, lowercase, number and special character.';

/** The rules for a new password, each checked off as it is met. [U2] [U5] */
export function PasswordRules({ password }: { password: string }) {
  if (password === '') return null;
  const checks = passwordChecks(password);
  const missing = checks.filter(({ isMet }) => !isMet).map(({ label }) => label.toLowerCase());
  return (
    <div>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {checks.map(({ label, isMet }) => (
          <li
            key={label}
            className={cx(
              'inline-flex items-center gap-1',
              isMet ? 'font-semibold text-positive' : 'text-ink-soft',
            )}
          >
            {isMet ? (
              <CheckIcon className="size-3.5" />
            ) : (
              <span className="size-3 rounded-full border-2 border-line-strong" />
            )}
            {label}
          </li>
        ))}
      </ul>
      {/* Announced only when a rule becomes met or unmet, not at each keystroke. */}
      <p role="status" className="sr-only">
        {missing.length > 0 ? `Still needed: ${missing.join(', ')}` : 'All password rules are met'}
      </p>
    </div>
  );
}
