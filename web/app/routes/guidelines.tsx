import { Guidelines } from '~/guideline/guidelines.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'Community guidelines',
    description:
      'How Kindpal’s members treat each other and each other’s pets, what is not allowed, and what happens then.',
    path: '/guidelines',
  });

export default function GuidelinesPage() {
  return <Guidelines />;
}
