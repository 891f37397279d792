import type { Reliability } from '@kindpal/contract/member/reliability';
import type { MemberCard } from '@kindpal/contract/member/schema';
import { reliabilityText } from '@kindpal/contract/member/track-record';
import type { Rating } from '@kindpal/contract/review/rating';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TrustPath } from '~/member/trust-path.tsx';
import { RatingLine } from '~/review/rating-line.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card, cardLinkStyle } from '~/ui/card.tsx';

type PersonCardProps = {
  title: string;
  person: MemberCard;
  rating: Rating;
  reliability: Reliability | null;
  note?: string;
  children?: ReactNode;
};

/** The owner or the sitter, with a link to their profile. [J4] */
export function PersonCard({
  title,
  person,
  rating,
  reliability,
  note,
  children,
}: PersonCardProps) {
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      <Card className="grid gap-4">
        <div className="relative flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <Avatar name={person.full_name} src={person.profile_image_url} size="lg" />
          {/* With large text, the name goes below the picture instead of breaking by letters. */}
          <div className="grid min-w-[min(100%,8em)] flex-1 gap-1">
            <Link
              to={`/profile/${person.id}`}
              className={`${cardLinkStyle} wrap-anywhere font-semibold underline-offset-4 hover:underline`}
            >
              <bdi>{person.full_name}</bdi>
            </Link>
            {person.is_verified ? (
              <Badge
                tone="positive"
                icon={<BadgeCheck aria-hidden="true" />}
                className="justify-self-start whitespace-normal!"
              >
                Identity checked
              </Badge>
            ) : null}
            <RatingLine rating={rating} />
            {reliability ? (
              <p className="text-ink-soft text-sm">{reliabilityText(reliability)}</p>
            ) : null}
            {note ? <p className="text-ink-soft text-sm">{note}</p> : null}
          </div>
        </div>
        <TrustPath member={person} />
        {children}
      </Card>
    </section>
  );
}
