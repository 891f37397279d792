import type { Profile } from '@kindpal/contract/member/schema';
import { SOCIAL_LABELS, SOCIAL_SERVICES } from '@kindpal/contract/member/social-services';
import { BadgeCheck, LinkIcon, Mail, MapPin, MessageCircle } from 'lucide-react';
import { useViewer } from '~/account/session/use-session.ts';
import { BlockButton } from '~/block/block-button.tsx';
import { HeartButton } from '~/favorite/heart-button.tsx';
import { VerifiedFacts } from '~/identity/verified-facts.tsx';
import { mailto } from '~/lib/mailto.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { MemberReviews } from '~/review/member-reviews.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { FactRow } from './fact-row.tsx';
import { RecordLines } from './record-lines.tsx';
import { ROLE_LABELS } from './role-label.ts';
import { SitterFacts } from './sitter-facts.tsx';
import { TrustPath } from './trust-path.tsx';

/**
 * A member as others see them, with a button to write; one's own profile has a button to edit. [R1]
 */
export function PublicProfile({ profile }: { profile: Profile }) {
  const viewer = useViewer();
  return (
    <Card as="article" inset="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-col items-center gap-5 text-center sm:flex-row sm:text-left">
        <Avatar
          name={profile.full_name}
          src={profile.profile_image_url}
          size="xl"
          className="[view-transition-name:person]"
        />
        <div className="grid min-w-0 justify-items-center gap-2 sm:justify-items-start">
          {/* On a phone with large text, a long name fits without breaking inside a word. */}
          <h1
            dir="auto"
            className="max-w-full text-[length:min(var(--text-3xl),10vw)] leading-tight [overflow-wrap:anywhere]"
          >
            {profile.full_name}
          </h1>
          {profile.username ? (
            <p className="max-w-full text-field text-ink-soft [overflow-wrap:anywhere]">
              @{profile.username}
            </p>
          ) : null}
          <div className="flex flex-wrap justify-center gap-2">
            <Badge tone="accent">{ROLE_LABELS[profile.role]}</Badge>
            {profile.is_verified ? (
              <Badge tone="positive" icon={<BadgeCheck aria-hidden="true" />}>
                Identity checked
              </Badge>
            ) : null}
          </div>
          <p className="flex min-w-0 gap-1.5 text-start text-ink-soft text-sm wrap-anywhere">
            <MapPin aria-hidden="true" className="line-icon text-accent" />
            <span dir="auto">{profile.location ?? 'Location not specified'}</span>
          </p>
        </div>
      </header>
      <FactRow member={profile} />
      <Actions profile={profile} />
      <RecordLines member={profile} />
      <VerifiedFacts facts={profile.verified} />
      <TrustPath member={profile} />
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
      {profile.view === 'public' && profile.email ? (
        <p className="flex gap-2 text-ink-soft text-sm wrap-anywhere">
          <Mail aria-hidden="true" className="line-icon text-accent" />
          <span className="min-w-0">
            <a href={mailto(profile.email)} className="underline">
              {profile.email}
            </a>{' '}
            (shown to you because they claimed one of your jobs)
          </span>
        </p>
      ) : null}
      <SocialLinks profile={profile} />
      <SitterFacts profile={profile} />
      <MemberReviews member={profile} listed={viewer !== null} />
    </Card>
  );
}

/** The main actions: write to the member, or edit one's own profile. */
function Actions({ profile }: { profile: Profile }) {
  const viewer = useViewer();
  if (profile.view === 'self') {
    return (
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/edit-profile" variant="outline">
          Edit Profile
        </ButtonLink>
        <ButtonLink to="/security" variant="outline">
          Security
        </ButtonLink>
      </div>
    );
  }
  if (!viewer) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink
        to={`/chat/${profile.id}`}
        icon={<MessageCircle aria-hidden="true" className="size-5" />}
      >
        Send Message
      </ButtonLink>
      {profile.role !== 'pet_owner' && viewer.role !== 'pet_sitter' ? (
        <ButtonLink to={`/post-job?ask=${profile.id}`} variant="outline">
          Post a job for {profile.full_name.split(' ')[0]}
        </ButtonLink>
      ) : null}
      <HeartButton member={profile} />
      <div className="-ml-4 flex basis-full flex-wrap gap-x-2">
        <BlockButton member={profile} />
        <ReportButton
          name={profile.full_name}
          subjects={[
            { type: 'profile', id: profile.id, label: 'The profile' },
            ...(profile.profile_image_url
              ? [{ type: 'picture' as const, id: profile.id, label: 'Only the photo' }]
              : []),
          ]}
        />
      </div>
    </div>
  );
}

function SocialLinks({ profile: { social_links } }: { profile: Profile }) {
  const services = SOCIAL_SERVICES.filter((service) => social_links?.[service]);
  if (services.length === 0) return null;
  return (
    <ul className="grid gap-2 text-ink-soft text-sm">
      {services.map((service) => (
        <li key={service} className="flex items-center gap-2">
          <LinkIcon aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <a
            href={social_links?.[service]}
            rel="noopener noreferrer nofollow ugc"
            className="underline"
          >
            {SOCIAL_LABELS[service]}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function PublicProfileSkeleton() {
  return (
    <Card inset="lg" className="grid gap-6" aria-busy="true">
      <div className="flex flex-col items-center gap-5 sm:flex-row">
        <Skeleton className="size-28 rounded-full [view-transition-name:person]" />
        <div className="grid gap-2">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-6 w-28" />
          <Skeleton className="h-5 w-36" />
        </div>
      </div>
      <Skeleton className="h-40 sm:h-28" />
      <Skeleton className="h-12 w-48" />
      <Skeleton className="h-28" />
    </Card>
  );
}
