import { NotFound } from '~/shell/not-found.tsx';

export const meta = () => [
  { title: 'Page not found · Kindpal' },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return (
    <div className="page py-10">
      <NotFound />
    </div>
  );
}
