import { Hono } from 'hono';
import type { Services } from '../services.ts';
import { answerOneClick } from '../transport/one-click.ts';
import { unsubscribeByToken } from './unsubscribe-newsletter.ts';

/** The address that mail programs post to when their reader clicks unsubscribe (RFC 8058). [P6] */
export function oneClickApp(services: Services): Hono {
  const app = new Hono();
  app.post('/newsletter/unsubscribe', (c) =>
    answerOneClick(c, (token) => unsubscribeByToken(services, token)),
  );
  return app;
}
