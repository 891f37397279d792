import type { Profile } from '@kindpal/contract/member/schema';
import { SOCIAL_LABELS, SOCIAL_SERVICES } from '@kindpal/contract/member/social-services';
import { BadgeCheck, CalendarHeart, LinkIcon, Mail, MapPin, MessageCircle } from 'lucide-react';
import { useReader } from '~/account/use-session.ts';
import { BlockButton } from '~/block/block-button.tsx';
import { formatDate } from '~/lib/format.ts';
import { MemberReviews } from '~/review/member-reviews.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { ROLE_LABELS } from './role-label.ts';
import { SitterFacts } from './sitter-facts.tsx';

/** A member as others see them, with the way to write to them; one's own with the way to edit it. [R1] */
export function PublicProfile({ profile }: { profile: Profile }) {
  const reader = useReader();
  return (
    <Card as="article" inset="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-col items-center gap-5 text-center sm:flex-row sm:text-left">
        <Avatar name={profile.full_name} src={profile.profile_image_url} size="xl" />
        <div className="grid min-w-0 justify-items-center gap-2 sm:justify-items-start">
          <h1 dir="auto" className="max-w-full text-3xl [overflow-wrap:anywhere]">
            {profile.full_name}
          </h1>
          {profile.username ? (
            <p className="max-w-full text-ink-soft [overflow-wrap:anywhere]">@{profile.username}</p>
          ) : null}
          <div className="flex flex-wrap justify-center gap-2">
            <Badge tone="accent">{ROLE_LABELS[profile.role]}</Badge>
            {profile.is_verified ? (
              <Badge tone="positive" icon={<BadgeCheck aria-hidden="true" />}>
                Verified
              </Badge>
            ) : null}
          </div>
          <p className="text-ink-soft text-sm">
            Member since {new Date(profile.created_at).getFullYear()}
          </p>
        </div>
      </header>
      <section aria-labelledby="about" className="grid gap-2">
        <h2 id="about" className="text-xl">
          About
        </h2>
        <p
          dir="auto"
          className="max-w-prose whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]"
        >
          {profile.bio || 'No bio yet.'}
        </p>
      </section>
      <ul className="grid gap-2 text-ink-soft text-sm wrap-anywhere [&_li]:flex [&_li]:items-center [&_li]:gap-2 [&_span]:min-w-0 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
        <li>
          <MapPin aria-hidden="true" />
          <span dir="auto">{profile.location ?? 'Location not specified'}</span>
        </li>
        {profile.view === 'public' && profile.email ? (
          <li>
            <Mail aria-hidden="true" />
            <span>
              <a href={`mailto:${profile.email}`} className="underline">
                {profile.email}
              </a>{' '}
              (shown to you because they claimed a job of yours)
            </span>
          </li>
        ) : null}
        <li>
          <CalendarHeart aria-hidden="true" />
          <span>Joined {formatDate(profile.created_at)}</span>
        </li>
        {SOCIAL_SERVICES.map((service) => {
          const href = profile.social_links?.[service];
          return href ? (
            <li key={service}>
              <LinkIcon aria-hidden="true" />
              <a href={href} rel="noopener noreferrer nofollow ugc" className="underline">
                {SOCIAL_LABELS[service]}
              </a>
            </li>
          ) : null;
        })}
      </ul>
      <SitterFacts profile={profile} />
      <MemberReviews member={profile} listed={reader !== null} />
      {profile.view === 'self' ? (
        <ButtonLink to="/edit-profile" variant="outline" className="justify-self-start">
          Edit Profile
        </ButtonLink>
      ) : null}
      {profile.view === 'public' && reader ? (
        <div className="flex flex-wrap items-center justify-center gap-3 sm:justify-start">
          <ButtonLink
            to={`/chat/${profile.id}`}
            icon={<MessageCircle aria-hidden="true" className="size-5" />}
          >
            Send Message
          </ButtonLink>
          <BlockButton member={profile} />
        </div>
      ) : null}
    </Card>
  );
}

export function PublicProfileSkeleton() {
  return (
    <Card inset="lg" className="grid gap-6" aria-busy="true">
      <div className="flex flex-col items-center gap-5 sm:flex-row">
        <Skeleton className="size-28 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-6 w-28" />
          <Skeleton className="h-5 w-36" />
        </div>
      </div>
      <Skeleton className="h-28" />
      <Skeleton className="h-14 w-48" />
    </Card>
  );
}
