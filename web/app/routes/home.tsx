import { Landing } from '~/public/landing.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'Kindpal · Pet sitting and dog walking, by invitation',
    description:
      'An invite-only community of pet owners, sitters and dog walkers. Post a job and the first neighbor to claim it gets it. Free, no commission.',
    path: '/',
  });

export default function HomePage() {
  // A member is redirected as soon as the session is known; until then the page is hidden.
  return (
    <div className="for-visitor">
      <Landing />
    </div>
  );
}
