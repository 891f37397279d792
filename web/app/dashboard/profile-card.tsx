import { UserRoundPen } from 'lucide-react';
import { Fragment } from 'react';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Card } from '~/ui/card.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { profileGaps } from './profile-gaps.ts';

/** Whether a required part of the profile is missing; undefined while loading. [D2] */
export function useIsProfileShort(): boolean | undefined {
  const { profile } = useOwnProfile();
  return profile && !profile.completeness.is_complete;
}

/** How complete the profile is, and what to add; hidden when nothing is missing. [D2] */
export function ProfileCard() {
  const { profile, isPending } = useOwnProfile();
  if (isPending) return <div data-loading />;
  if (!profile) return null;
  const gaps = profileGaps(profile.completeness);
  if (gaps.length === 0) return null;
  const { percent } = profile.completeness;
  return (
    <Card
      as="section"
      aria-labelledby="profile-card"
      className="grid items-center gap-4 sm:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-2">
        <h2 id="profile-card" className="text-lg">
          Your profile is {percent}% complete
        </h2>
        <div aria-hidden="true" className="h-2 max-w-sm overflow-hidden rounded-full bg-line">
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-ink-soft text-sm">
          Members trust people they know something about. Still missing:{' '}
          {gaps.map(({ label, to }, n) => (
            <Fragment key={label}>
              {n > 0 ? ', ' : null}
              <TextLink to={to}>{label.charAt(0).toLowerCase() + label.slice(1)}</TextLink>
            </Fragment>
          ))}
          .
        </p>
      </div>
      <ButtonLink
        to={gaps.length === 1 ? (gaps[0]?.to ?? '') : '/edit-profile'}
        variant="outline"
        icon={<UserRoundPen aria-hidden="true" className="size-5" />}
      >
        Complete your profile
      </ButtonLink>
    </Card>
  );
}
