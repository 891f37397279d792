import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { AppRole } from '@kindpal/contract/staff/schema';
import {
  ChartColumn,
  Database,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldAlert,
  TicketCheck,
  Users,
} from 'lucide-react';

export type AdminSection = { to: string; label: string; icon: LucideIcon };
export type AdminGroup = { label: string; minimum: AppRole; sections: readonly AdminSection[] };

/** The sidebar: the specification's eight in its order, Invitations and Activity. [S1] */
export const adminGroups: readonly AdminGroup[] = [
  {
    label: 'Management',
    minimum: 'admin',
    sections: [
      { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
      { to: '/admin/users', label: 'User Management', icon: Users },
      { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
      { to: '/admin/content', label: 'Content Moderation', icon: ShieldAlert },
      { to: '/admin/feedback', label: 'Feedback Management', icon: MessagesSquare },
      { to: '/admin/invitations', label: 'Invitations', icon: TicketCheck },
    ],
  },
  {
    label: 'System',
    minimum: 'super_admin',
    sections: [
      { to: '/admin/activity', label: 'Activity', icon: ScrollText },
      { to: '/admin/system', label: 'System Health', icon: HeartPulse },
      { to: '/admin/database', label: 'Database', icon: Database },
      { to: '/admin/settings', label: 'Settings', icon: Settings },
    ],
  },
];

/** The groups with at least one section that the role may see. [S1] */
export function groupsFor(role: AppRole, groups = adminGroups): AdminGroup[] {
  return groups.filter(
    ({ minimum, sections }) => sections.length > 0 && satisfiesRole(role, minimum),
  );
}

/** The badge that shows the role. [S1] */
export function appRoleLabel(role: AppRole): string {
  return { user: 'User', admin: 'Admin', super_admin: 'Super Admin' }[role];
}
