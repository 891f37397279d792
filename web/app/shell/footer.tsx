import { Link } from 'react-router';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { Lead } from '~/ui/illustrations/lead.tsx';
import { Wordmark } from '~/ui/logo.tsx';
import { footerEntries } from './entries.ts';

export function Footer() {
  return (
    <footer className="mt-20 bg-surface">
      <Lead className="-mt-10 text-art-brick" />
      <div className="page grid gap-8 pt-6 pb-10 md:grid-cols-[1fr_auto] md:items-center">
        <div className="grid gap-2">
          <Wordmark />
          <p className="text-ink-soft text-sm">
            Neighbours who look after each other’s animals. By invitation.
          </p>
        </div>
        <div className="justify-self-start">
          <ThemeSwitch />
        </div>
        <nav aria-label="Footer" className="md:col-span-2">
          <ul className="-mx-3 flex flex-wrap border-line border-t pt-4">
            {footerEntries.map((entry) => (
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
      </div>
    </footer>
  );
}
