import { useSession } from '~/account/use-session.ts';
import { ButtonLink } from '~/ui/link.tsx';

/** The two ways on [P3]: a visitor joins, a member posts a job or goes to their dashboard. */
export function JoinButtons({ alone = false }: { alone?: boolean }) {
  const { status } = useSession();
  const [first, second] =
    status === 'signed-in'
      ? [
          { to: '/post-job', label: 'Post a Job' },
          { to: '/dashboard', label: 'Dashboard' },
        ]
      : [
          { to: '/join', label: 'Join Now' },
          { to: '/join', label: 'I Have an Invite Code' },
        ];
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      <ButtonLink to={first.to} size="lg">
        {first.label}
      </ButtonLink>
      {alone ? null : (
        <ButtonLink to={second.to} size="lg" variant="outline">
          {second.label}
        </ButtonLink>
      )}
    </div>
  );
}
