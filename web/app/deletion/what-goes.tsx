/** What is deleted and what stays when a member leaves. [X1] */
export function WhatGoes() {
  return (
    <div className="grid gap-3">
      <p>We delete your account 14 days after you ask. Until then you can change your mind.</p>
      <p>
        <strong className="font-semibold">What we delete:</strong> your profile, address, phone and
        payment details, pictures, pets, drafts, messages, the text of your jobs and reviews, your
        sign-in methods, and the emails we keep. Your open and upcoming jobs are canceled, and jobs
        you claimed open up again.
      </p>
      <p>
        <strong className="font-semibold">What stays:</strong> what others wrote, star ratings, and
        the dates of your jobs, under “Former member.” Our staff’s activity log keeps your member ID
        until those entries expire.
      </p>
    </div>
  );
}
