import { Privacy } from '~/public/privacy.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'Privacy',
    description:
      'What Kindpal stores about you, who sees it, and what it never does. No trackers, no advertising.',
    path: '/privacy',
  });

export default function PrivacyPage() {
  return <Privacy />;
}
