import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type ButtonProps = ComponentProps<'button'> & { busy?: boolean };

const rendered = new Map<string, ButtonProps>();

/** In the place of `~/ui/button.tsx`: its buttons can be pressed without a browser. */
export function Button(props: ButtonProps): ReactNode {
  rendered.set(textOf(props.children), props);
  return props.children;
}

const textOf = (children: ReactNode): string =>
  typeof children === 'string' ? children : renderToString(children);

/** The buttons that were rendered last, by their label. */
export const buttons = {
  isBusy: (label: string): boolean => find(label).busy === true,
  /** A double click, whose second press comes before the first one is rendered. */
  pressTwice(label: string): void {
    const { onClick } = find(label);
    const event = {} as MouseEvent<HTMLButtonElement>;
    onClick?.(event);
    onClick?.(event);
  },
};

function find(label: string): ButtonProps {
  const found = rendered.get(label);
  if (!found) throw new Error(`no button ${label}`);
  return found;
}
