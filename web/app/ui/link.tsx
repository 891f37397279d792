import type { ReactNode } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';
import { type ButtonLook, buttonStyle } from './button.tsx';
import { cx } from './class-names.ts';

/** A link in running text. Mail and external addresses work too. */
export function TextLink({ className, ...rest }: RouterLinkProps) {
  return (
    <RouterLink
      {...rest}
      className={cx(
        'font-semibold text-accent underline decoration-2 decoration-brand underline-offset-4 hover:text-accent-strong hover:decoration-accent',
        className,
      )}
    />
  );
}

type ButtonLinkProps = RouterLinkProps & ButtonLook & { icon?: ReactNode };

/** A link that looks like a button, for the next step. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <RouterLink {...rest} className={cx(buttonStyle({ variant, size, wide }), className)}>
      {icon}
      {children}
    </RouterLink>
  );
}
