import type { SitterCard as Sitter } from '@kindpal/contract/member/schema';
import { reliabilityText } from '@kindpal/contract/member/track-record';
import { BadgeCheck, CalendarOff, MapPin } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useViewer } from '~/account/session/use-session.ts';
import { HeartButton } from '~/favorite/heart-button.tsx';
import { sharesElement } from '~/lib/shared-element.ts';
import { RatingLine } from '~/review/rating-line.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { buttonStyle } from '~/ui/button.tsx';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { FactRow } from './fact-row.tsx';
import { ROLE_LABELS } from './role-label.ts';

type SitterCardProps = { sitter: Sitter; isMe: boolean };

/** The card's portrait moves to its place on the profile. */
const takesPortrait = sharesElement('person', { frame: 'article', picture: '[data-avatar]' });

/**
 * One sitter in the directory; the whole card links to their profile. It is memoized because typing
 * in the search field renders the list again. [R8]
 */
export const SitterCard = memo(function SitterCard({ sitter, isMe }: SitterCardProps) {
  const { full_name, location, bio, payment_services } = sitter;
  const viewer = useViewer();
  const record = sitter.reliability.find(({ side }) => side === 'sitter');
  return (
    <Card as="article" pressable className="flex h-full flex-col gap-3">
      {/* Large text puts the name below the portrait, so that it breaks between its words. */}
      <div className="flex flex-wrap items-center gap-3.5">
        <Avatar name={full_name} src={sitter.profile_image_url} size="lg" fallback="PS" />
        <div className="grid min-w-[min(100%,9rem)] flex-1 gap-0.5">
          <h2 dir="auto" className="line-clamp-2 wrap-anywhere text-lg leading-tight">
            {full_name}
          </h2>
          <p className="flex min-w-0 gap-1.5 text-ink-soft text-sm">
            <MapPin aria-hidden="true" className="line-icon text-accent" />
            <span dir="auto" className="wrap-anywhere">
              {location ?? 'Location not specified'}
            </span>
          </p>
          <RatingLine rating={sitter.rating} />
        </div>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="accent">{ROLE_LABELS[sitter.role]}</Badge>
        {sitter.is_verified ? (
          <Badge tone="positive" icon={<BadgeCheck aria-hidden="true" />}>
            Identity checked
          </Badge>
        ) : null}
        {isMe ? <Badge>You</Badge> : null}
        {sitter.availability_enabled === false ? (
          <Badge icon={<CalendarOff aria-hidden="true" />}>Not taking jobs right now</Badge>
        ) : null}
      </div>
      <FactRow member={sitter} compact />
      {record ? <p className="text-ink-soft text-xs">{reliabilityText(record)}</p> : null}
      <p dir="auto" className="line-clamp-3 min-h-[3lh] wrap-anywhere text-ink-soft text-sm">
        {bio || 'No bio yet.'}
      </p>
      <PaymentServices services={payment_services} />
      <div className="mt-auto flex items-center justify-between gap-3">
        {/* The link covers the card. Its own pressed state must not make it a containing block
            for that overlay. */}
        <Link
          {...takesPortrait}
          to={`/profile/${sitter.id}`}
          aria-label={`View Profile of ${full_name}`}
          className={cx(
            buttonStyle({ variant: 'outline', size: 'sm' }),
            cardLinkStyle,
            'shrink-0 active:translate-none!',
          )}
        >
          View Profile
        </Link>
        {viewer && !isMe ? (
          // Above the link that covers the card.
          <HeartButton member={sitter} className="relative z-1" />
        ) : null}
      </div>
    </Card>
  );
});

function PaymentServices({ services }: { services: Sitter['payment_services'] }) {
  // An empty line keeps the card as tall as its placeholder.
  if (services.length === 0) return <div className="h-5.5" />;
  return (
    <ul aria-label="Can be paid by" className="flex min-h-5.5 min-w-0 flex-wrap gap-1.5">
      {services.map((service) => (
        <li key={service} className="flex">
          <Badge>{service}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** A placeholder of the same height as a loaded card. */
export function SitterCardSkeleton() {
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3.5">
        <Skeleton className="size-16 shrink-0 rounded-full" />
        <div className="grid min-w-[min(100%,9rem)] flex-1 gap-2">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
      <Skeleton className="h-5.5 w-40 rounded-full" />
      <div className="grid grid-cols-2 gap-x-4 gap-y-1.5">
        {[0, 1, 2, 3].map((fact) => (
          <Skeleton key={fact} className="h-10" />
        ))}
      </div>
      <div className="grid h-[3lh] content-evenly text-sm">
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
      <Skeleton className="h-5.5 w-28 rounded-full" />
      <div className="mt-auto flex items-center justify-between gap-3">
        <Skeleton className="h-11 w-30 rounded-full" />
        <Skeleton className="size-11 rounded-full" />
      </div>
    </Card>
  );
}
