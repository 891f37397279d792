import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type TabsProps = {
  value: string;
  onValueChange: (value: string) => void;
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { value: string; label: ReactNode }[];
  children: ReactNode;
  className?: string;
};

/** A row of tabs and, as children, one TabPanel per tab. */
export function Tabs({ value, onValueChange, label, tabs, children, className }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange} className={className}>
      <Primitive.List
        aria-label={label}
        className="mb-5 flex flex-wrap gap-1 rounded-[calc(var(--spacing)*6.5)] bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-11 min-w-max flex-1 rounded-full px-2 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:text-ink focus-visible:rounded-full sm:px-3 data-[state=active]:bg-raised data-[state=active]:text-accent data-[state=active]:shadow-1"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

type TabPanelProps = {
  value: string;
  children: ReactNode;
  /** Keeps the input of a tab while another one is shown. */
  keepMounted?: boolean;
  className?: string;
};

export function TabPanel({ value, children, keepMounted, className }: TabPanelProps) {
  return (
    <Primitive.Content
      value={value}
      {...(keepMounted ? { forceMount: true as const } : {})}
      className={cx('data-[state=inactive]:hidden', className)}
    >
      {children}
    </Primitive.Content>
  );
}
