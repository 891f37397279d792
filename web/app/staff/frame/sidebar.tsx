import type { AppRole } from '@kindpal/contract/staff/schema';
import { ShieldCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { type AdminSection, appRoleLabel, groupsFor } from '~/staff/sections.ts';
import { Badge } from '~/ui/badge.tsx';
import { cx } from '~/ui/class-names.ts';
import { LogoMark, Wordmark } from '~/ui/logo.tsx';
import { Tooltip } from '~/ui/tooltip.tsx';

type SidebarProps = {
  role: AppRole;
  isExpanded: boolean;
  onGone?: () => void;
};

/**
 * Home, role, and the sections of the admin area; when collapsed to icons, the names remain for
 * screen readers. [S1]
 */
export function Sidebar({ role, isExpanded, onGone }: SidebarProps) {
  return (
    <>
      <div className="flex h-(--bar) shrink-0 items-center overflow-hidden border-line border-b px-0.5">
        <Link
          to="/"
          aria-label="Kindpal, home"
          className={cx(
            'inline-flex min-h-11 items-center rounded-full',
            isExpanded ? 'ml-1.5 px-1' : 'min-w-11 justify-center',
          )}
        >
          {isExpanded ? <Wordmark /> : <LogoMark className="size-8" />}
        </Link>
      </div>
      <div className="flex min-h-14 items-center px-0.5">
        {isExpanded ? (
          <Badge tone="accent" icon={<ShieldCheck aria-hidden="true" />} className="ml-2.5">
            {appRoleLabel(role)}
          </Badge>
        ) : (
          <span
            role="img"
            aria-label={appRoleLabel(role)}
            title={appRoleLabel(role)}
            className="grid size-11 place-items-center text-accent"
          >
            <ShieldCheck aria-hidden="true" className="size-5" />
          </span>
        )}
      </div>
      <nav aria-label="Admin" className="grid gap-5 overflow-y-auto overflow-x-hidden mb-20 pb-2">
        {groupsFor(role).map(({ label, sections }) => (
          <section key={label} aria-label={label} className="grid gap-0.5 px-0.5">
            <h2
              className={cx(
                'px-3 font-sans font-semibold text-ink-soft text-xs tracking-normal',
                !isExpanded && 'sr-only',
              )}
            >
              {label}
            </h2>
            {sections.map((section) => (
              <SectionLink
                key={section.to}
                section={section}
                isExpanded={isExpanded}
                {...(onGone ? { onGone } : {})}
              />
            ))}
          </section>
        ))}
      </nav>
    </>
  );
}

type SectionLinkProps = { section: AdminSection; isExpanded: boolean; onGone?: () => void };

function SectionLink({ section, isExpanded, onGone }: SectionLinkProps) {
  const { pathname } = useLocation();
  const link = (
    <Link
      to={section.to}
      onClick={onGone}
      aria-current={pathname === section.to ? 'page' : undefined}
      className="flex min-h-11 min-w-11 items-center gap-3 overflow-hidden rounded-md md:whitespace-nowrap px-3 font-semibold text-sm hover:bg-accent-soft focus-visible:-outline-offset-3 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
    >
      <section.icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={isExpanded ? undefined : 'sr-only'}>{section.label}</span>
    </Link>
  );
  return isExpanded ? link : <Tooltip text={section.label}>{link}</Tooltip>;
}
