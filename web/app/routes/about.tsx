import { About } from '~/public/about.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'About',
    description:
      'A small pet-care community where every member was invited by another: our mission, our story, and why it’s invite-only.',
    path: '/about',
  });

export default function AboutPage() {
  return <About />;
}
