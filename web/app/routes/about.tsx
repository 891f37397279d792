import { About } from '~/public/about.tsx';
import { pageMeta } from '~/public/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'About',
    description:
      'A small community for pet care where every member was invited by another: our mission, our story, and why it is invite-only.',
    path: '/about',
  });

export default function AboutPage() {
  return <About />;
}
