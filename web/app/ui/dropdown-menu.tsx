import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from './class-names.ts';

type MenuProps = {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Whether the first opening goes to the first item: its key came before the menu existed. */
  startsAtFirst?: boolean;
};

export function Menu(props: MenuProps) {
  const { trigger, children, align = 'end', open, onOpenChange, startsAtFirst = false } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const isAtStart = useRef(startsAtFirst);
  // The trigger opens and closes the menu itself. While the menu fades out, a press on the
  // trigger must not count as 'outside', or the press that reopens it would close it again.
  const keepForOpener = (event: CustomEvent & { target: EventTarget | null }) => {
    if (event.target instanceof Node && opener.current?.contains(event.target)) {
      event.preventDefault();
    }
  };
  return (
    <Primitive.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Primitive.Trigger ref={opener} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={keepForOpener}
          onFocus={({ currentTarget, target }) => {
            if (!isAtStart.current || target !== currentTarget) return;
            isAtStart.current = false;
            const item = currentTarget.querySelector<HTMLElement>('[role=menuitem]');
            item?.focus({ preventScroll: true });
          }}
          className="z-50 min-w-60 rounded-lg border border-line bg-raised p-1.5 shadow-2 data-[state=closed]:animate-fade-out data-[state=open]:animate-drop-in"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const itemStyle =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-md px-3 -outline-offset-3 data-disabled:cursor-not-allowed [&_svg]:size-5 [&_svg]:shrink-0';

const plainItem =
  'font-medium text-ink data-highlighted:bg-accent-soft data-highlighted:text-accent data-disabled:text-ink-faint [&_svg]:text-ink-soft';
const dangerItem = 'font-medium text-danger data-highlighted:bg-danger-soft';

type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({ children, icon, onSelect, danger, disabled = false }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(itemStyle, danger ? dangerItem : plainItem)}
    >
      {icon}
      {children}
    </Primitive.Item>
  );
}

type MenuLinkProps = {
  to: string;
  children: ReactNode;
  icon?: ReactNode;
  current?: boolean;
  onSelect?: () => void;
};

export function MenuLink({ to, children, icon, current, onSelect }: MenuLinkProps) {
  return (
    <Primitive.Item
      asChild
      onSelect={onSelect}
      className={cx(
        itemStyle,
        current ? 'font-bold text-accent data-highlighted:bg-accent-soft' : plainItem,
      )}
    >
      <Link to={to} aria-current={current ? 'page' : undefined}>
        {icon}
        {children}
      </Link>
    </Primitive.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-sm">{children}</div>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
};

/** One of a few choices, side by side, in a menu that stays open. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { label, value, onChange, options } = props;
  return (
    <div className="flex items-center justify-between gap-3 py-1 pl-3">
      <span className="text-ink-soft text-sm" aria-hidden="true">
        {label}
      </span>
      <Primitive.RadioGroup
        aria-label={label}
        value={value}
        onValueChange={(chosen) => onChange(chosen as Value)}
        className="flex rounded-full border border-line p-0.5"
      >
        {options.map((option) => (
          <Primitive.RadioItem
            key={option.value}
            value={option.value}
            aria-label={option.label}
            title={option.label}
            onSelect={(event) => event.preventDefault()}
            className="grid size-11 cursor-pointer place-items-center rounded-full text-ink-soft -outline-offset-3 data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent [&_svg]:size-5"
          >
            {option.icon}
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </div>
  );
}
