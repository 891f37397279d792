import { memo } from 'react';
import { Link } from 'react-router';
import { NewsletterForm } from '~/newsletter/newsletter-form.tsx';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { Lead } from '~/ui/illustrations/lead.tsx';
import { Wordmark } from '~/ui/logo.tsx';
import { footerEntries } from './entries.ts';

/** Memoized, because each step of a navigation renders the shell again. */
export const Footer = memo(function Footer({ isMember }: { isMember: boolean }) {
  const entries = footerEntries.map((entry) => (isMember && entry.forMembers) || entry);
  return (
    <footer className="mt-20 bg-surface">
      <Lead className="-mt-10 text-art-brick" />
      <div className="page grid gap-8 pt-6 pb-10 md:grid-cols-[1fr_minmax(0,26rem)]">
        <div className="grid content-start gap-2">
          <Wordmark />
          <p className="text-ink-soft text-sm">
            Neighbors who care for each other’s pets. By&nbsp;invitation.
          </p>
        </div>
        <div id="newsletter">
          <NewsletterForm />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-line border-t pt-4 md:col-span-2">
          <nav aria-label="Footer" className="-mx-3">
            <ul className="flex flex-wrap">
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    className="flex min-h-11 items-center rounded-full px-3 font-medium text-ink-soft text-sm hover:text-accent hover:underline"
                  >
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
});
