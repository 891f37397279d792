/*
 * A member deletes their own account and nobody else's, staff neither. It waits until no job of theirs
 * runs, and while they hold an administrative role. For 14 days they can keep it; then everything that
 * is theirs goes: personal data, pictures, words, drafts, ways to sign in, stored mails. What stays is
 * what others need: that there was a member, the dates and states of jobs, ratings, and what others wrote.
 */
