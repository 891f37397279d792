import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root.ts';
import { invitedScript } from './account/sign-up/invited-script.ts';
import { provideRandomUuid } from './lib/random-uuid.ts';
import { Toasts } from './notify/notifications.tsx';
import { BareBar } from './shell/bare-bar.tsx';
import { ConnectionLine } from './shell/connection-line.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import styles from './styles/app.css?url';
import { themeColors } from './theme/theme.ts';
import { themeScript } from './theme/theme-script.ts';
import { PageSpinner } from './ui/spinner.tsx';

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;

export const links: Route.LinksFunction = () => [
  { ...font, href: figtree },
  { ...font, href: bricolage },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon-48.png', sizes: '48x48', type: 'image/png' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Our CSP forbids `eval`; the validation library must not try it. */
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

provideRandomUuid();

/** Only needed in the prerendered page; when React runs, it has already run. */
const headScript = import.meta.env.SSR ? `${themeScript};${invitedScript}` : '';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta
          name="theme-color"
          content={themeColors.light}
          media="(prefers-color-scheme: light)"
          suppressHydrationWarning
        />
        <meta
          name="theme-color"
          content={themeColors.dark}
          media="(prefers-color-scheme: dark)"
          suppressHydrationWarning
        />
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, before first paint */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

export function HydrateFallback() {
  return (
    <>
      <BareBar />
      <ConnectionLine />
      <PageSpinner />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
