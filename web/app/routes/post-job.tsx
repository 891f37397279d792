import { PostJobForm } from '~/job/post/post-job-form.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Post a New Job');

export default function PostJobPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-6 md:py-10">
      <div className="grid gap-1.5">
        <h1 className="text-3xl">Post a New Job</h1>
        <p className="text-ink-soft">
          The first sitter to claim it gets the job. You choose who can.
        </p>
      </div>
      <PostJobForm />
    </div>
  );
}
