/*
 * Members can delete only their own account, in their session or, while suspended, with an emailed
 * link; staff can't delete others' either. Deletion waits while a job of theirs is in progress or
 * they hold an administrative role. They can cancel it for 14 days, and a reset, a new password and
 * signing out everywhere or elsewhere cancel one that another session requested; then everything of
 * theirs is deleted: personal data, pictures, texts, drafts, sign-in methods, stored emails. What
 * others need stays: that there was a member, the dates and states of jobs, ratings, and what
 * others wrote.
 */
