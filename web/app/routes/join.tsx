import { Join } from '~/account/join.tsx';
import { pageMeta } from '~/public/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Join',
    description:
      'Sign up with the invite code of a member, or sign in. Joining Kindpal is free, and there is no commission.',
    path: '/join',
  });

export default function JoinPage() {
  return (
    <div className="page grid gap-6 py-8 sm:py-12">
      <header className="mx-auto grid max-w-lg gap-2 text-center">
        <h1 className="text-3xl">Welcome, neighbour</h1>
        <p className="text-ink-soft">
          Kindpal is by invitation: every member was asked in by somebody they know.
        </p>
      </header>
      <Join />
    </div>
  );
}
