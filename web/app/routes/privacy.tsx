import { pageMeta } from '~/public/page-meta.ts';
import { Privacy } from '~/public/privacy.tsx';

export const meta = () =>
  pageMeta({
    title: 'Privacy',
    description:
      'What Kindpal keeps about you, who sees it, and what it leaves alone. No trackers, no advertising.',
    path: '/privacy',
  });

export default function PrivacyPage() {
  return <Privacy />;
}
