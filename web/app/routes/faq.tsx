import { Faq } from '~/public/faq.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'FAQ',
    description:
      'How to join, how invite codes work, what we check, what it costs: twelve questions about Kindpal, answered plainly.',
    path: '/faq',
  });

export default function FaqPage() {
  return <Faq />;
}
