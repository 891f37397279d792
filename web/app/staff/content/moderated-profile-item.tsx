import type { ModeratedProfile, ProfilePart } from '@kindpal/contract/staff/moderation';
import { formatDay } from '~/lib/format.ts';
import { MemberHeading } from '~/staff/members/member-link.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';

type ModeratedProfileItemProps = {
  member: ModeratedProfile;
  onRemove: (part: ProfilePart) => void;
};

/** The public content of one member, with actions to remove it. [S4] */
export function ModeratedProfileItem({ member, onRemove }: ModeratedProfileItemProps) {
  const { full_name, profile_image_url, bio, can } = member;
  return (
    <Card as="li" data-row="" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={full_name} src={profile_image_url} size="lg" />
        <div className="min-w-0 flex-1 basis-[9em] text-ink-soft text-sm">
          <MemberHeading id={member.id} name={full_name} />
          <p>Joined {formatDay(member.created_at)}</p>
        </div>
      </div>
      {bio ? (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {bio}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {profile_image_url && can.remove_part ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Remove photo of ${full_name}`}
            onClick={() => onRemove('photo')}
          >
            Remove photo
          </Button>
        ) : null}
        {bio && can.remove_part ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Remove bio of ${full_name}`}
            onClick={() => onRemove('bio')}
          >
            Remove bio
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
