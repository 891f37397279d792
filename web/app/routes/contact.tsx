import { Contact } from '~/public/contact.tsx';
import { pageMeta } from '~/public/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Contact',
    description: 'How to reach the people behind Kindpal. Answers within about 24 hours.',
    path: '/contact',
  });

export default function ContactPage() {
  return <Contact />;
}
