import { Contact } from '~/public/contact.tsx';
import { publicPageMeta } from '~/public/public-page-meta.ts';

export const meta = () =>
  publicPageMeta({
    title: 'Contact',
    description: 'How to reach the people behind Kindpal. Answers within about 24 hours.',
    path: '/contact',
  });

export default function ContactPage() {
  return <Contact />;
}
