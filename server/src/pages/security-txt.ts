import { Hono } from 'hono';
import type { Services } from '../services.ts';

const VALID_DAYS = 90;
const DAY_MS = 86_400_000;

/** Where to report a vulnerability (RFC 9116); it never expires while the server runs. */
export function securityTxt({ env, clock }: Pick<Services, 'env' | 'clock'>): Hono {
  const app = new Hono();
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS);
    expires.setUTCHours(0, 0, 0, 0);
    return c.text(
      [
        `Contact: mailto:${env.supportEmail}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${env.appUrl}/.well-known/security.txt`,
        '',
      ].join('\n'),
    );
  });
  return app;
}
