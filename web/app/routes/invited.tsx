import { InviteTree } from '~/invite/invite-tree.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Invitations');

export default function InvitedPage() {
  return (
    <div className="page grid max-w-3xl gap-7 py-6 sm:py-10">
      <header className="grid gap-1">
        <h1 className="text-3xl">Invitations</h1>
        <p className="text-ink-soft">
          Everyone here was invited by someone they know. This is your part of that chain, and only
          you can see it.
        </p>
      </header>
      <InviteTree />
    </div>
  );
}
