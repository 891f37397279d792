import { Privacy } from '~/public/privacy.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'Privacy',
    description:
      'What Kindpal keeps about you, who sees it, and what it leaves alone. No trackers, no advertising.',
    path: '/privacy',
  });

export default function PrivacyPage() {
  return <Privacy />;
}
