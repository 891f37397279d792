import { publicPageMeta } from '~/public/public-page-meta.ts';
import { Terms } from '~/public/terms.tsx';

export const meta = () =>
  publicPageMeta({
    title: 'Terms',
    description:
      'The rules of Kindpal, short enough to read: who can join, what members owe each other, and what we do not promise.',
    path: '/terms',
  });

export default function TermsPage() {
  return <Terms />;
}
