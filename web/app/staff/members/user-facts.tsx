import type { AppRole, StaffUser } from '@kindpal/contract/staff/schema';
import { BadgeCheck, UserCog } from 'lucide-react';
import { Link } from 'react-router';
import { appRoleLabel } from '~/staff/sections.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge, type BadgeTone } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';

export type UserRowsProps = {
  rows: StaffUser[];
  /** Whether these are still the rows of the previous page, while the requested ones load. */
  isOnItsWay: boolean;
  hasActions: boolean;
  onChangeRole: (member: StaffUser) => void;
};

const TONES: Record<AppRole, BadgeTone> = {
  user: 'plain',
  admin: 'accent',
  super_admin: 'accent',
};

/** The role, and whether the member is suspended. */
export function Standing({ member }: { member: StaffUser }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <AppRoleBadge role={member.app_role} />
      {member.suspended_at ? <Badge tone="danger">Suspended</Badge> : null}
    </span>
  );
}

function AppRoleBadge({ role }: { role: AppRole }) {
  return <Badge tone={TONES[role]}>{appRoleLabel(role)}</Badge>;
}

/** The member's picture and name, linked to their profile. */
export function UserName({ member }: { member: StaffUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={member.full_name} src={member.profile_image_url} size="sm" />
      <Link
        data-opens=""
        to={`/admin/users/${member.id}`}
        className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        <bdi>{member.full_name}</bdi>
      </Link>
    </span>
  );
}

export function Verified({ member }: { member: StaffUser }) {
  if (!member.is_verified) return <span className="text-ink-soft">No</span>;
  return (
    <span className="flex items-center gap-1 font-semibold text-positive">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Yes
    </span>
  );
}

type ChangeRoleProps = { member: StaffUser; onChangeRole: (member: StaffUser) => void };

/** The super admin's action for this member; nobody can change their own role. [S3] */
export function ChangeRole({ member, onChangeRole }: ChangeRoleProps) {
  if (!member.can.change_role) {
    return <span className="inline-flex min-h-11 items-center text-ink-soft text-sm">You</span>;
  }
  return (
    <Button
      variant="outline"
      size="sm"
      className="min-w-max"
      aria-label={`Change role of ${member.full_name}`}
      icon={<UserCog aria-hidden="true" className="size-4" />}
      onClick={() => onChangeRole(member)}
    >
      Change role
    </Button>
  );
}
