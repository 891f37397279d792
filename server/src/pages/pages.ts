import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { hasLeftMeanwhile } from '../access/left-meanwhile.ts';
import { findPageSession } from '../account/session/get-session.ts';
import { archiveApp } from '../archive/archive-app.ts';
import { isDiskFull, storageFull } from '../db/disk-space.ts';
import { storageApp } from '../file/storage-app.ts';
import { LIVE_PATH } from '../live/stream.ts';
import { devMail } from '../mail/dev-mail.ts';
import { oneClickApp } from '../newsletter/one-click-app.ts';
import { calendarFeedApp } from '../notification/calendar/calendar-feed.ts';
import { notificationsOneClickApp } from '../notification/settings/mailed-settings.ts';
import type { Services } from '../services.ts';
import { ssoApp } from '../sso/callback-app.ts';
import { activityExportApp } from '../staff/activity/export-activity.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { listCalls } from '../transport/list-calls.ts';
import { refusalProblem, requestIdOf } from '../transport/problem.ts';
import { requestAborted } from '../transport/read-body.ts';
import { fault, isRefusal, refusal } from '../transport/refusal.ts';
import { API_ROOTS, refuseAddress } from '../transport/unknown-address.ts';
import { apiDocs } from './api-docs.ts';
import { findFirstAnswers } from './first-answers.ts';
import { securityTxt } from './security-txt.ts';
import { webApp } from './web-app.ts';

/** Not inside the pages' folder, whose files are kept in memory. */
const DOCS_BUILD = fileURLToPath(new URL('../../../web/build/api-docs', import.meta.url));
const WEB_BUILD = fileURLToPath(new URL('../../../web/build/client', import.meta.url));

/** Everything outside the contract: health, web settings, files, pages. */
export function createPages(services: Services): Hono<{ Bindings: HttpBindings }> {
  const { env } = services;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const answered = services.db.pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([
      answered,
      sleep(TIMEOUTS.readiness, false, { ref: false }),
    ]);
    return isReady ? c.json({ status: 'ready' }) : c.json({ status: 'database unreachable' }, 503);
  });
  const providers = env.signInProviders.map(({ id, name }) => ({ id, name }));
  const config = {
    app_name: env.appName,
    support_email: env.supportEmail,
    currency: env.currency,
    ...(providers.length > 0 ? { sign_in_providers: providers } : {}),
    ...(services.texter.transport ? { offers_phone: true } : {}),
    ...(env.emergencyNumber ? { emergency_number: env.emergencyNumber } : {}),
  };
  app.get('/config.json', (c) => c.json(config));
  app.route('/', apiDocs(env, DOCS_BUILD));
  app.route('/', securityTxt(services));
  app.route('/', storageApp(services));
  app.route('/', oneClickApp(services));
  app.route('/', notificationsOneClickApp(services));
  app.route('/', calendarFeedApp(services));
  app.route('/', activityExportApp(services));
  app.route('/', archiveApp(services));
  app.route('/', ssoApp(services));
  if (env.mode === 'development' || env.mode === 'demo' || env.mode === 'test') {
    app.route('/dev/mail', devMail(env));
  }
  const handled = app.routes.filter(({ method }) => method !== 'ALL');
  const refuse = refuseAddress([...listCalls(), { method: 'GET', path: LIVE_PATH }, ...handled]);
  for (const root of API_ROOTS) app.all(`${root}/*`, refuse);
  app.route(
    '/',
    webApp({
      folder: WEB_BUILD,
      appUrl: env.appUrl,
      config,
      findSession: (cookies) => findPageSession(services, cookies),
      findAnswers: (user, { route, path, exchange: { incoming, outgoing } }) =>
        findFirstAnswers(services, { user, route, path, request: incoming, response: outgoing }),
    }),
  );
  app.notFound(refuse);
  app.onError((error, c) => {
    const { incoming } = c.env;
    if (incoming.destroyed && !incoming.complete) return refusalProblem(c, requestAborted());
    if (isRefusal(error)) return refusalProblem(c, error);
    if (hasLeftMeanwhile(error)) return refusalProblem(c, refusal('UNAUTHORIZED'));
    if (isDiskFull(error)) {
      services.disk.noteFailure(error);
      return refusalProblem(c, storageFull());
    }
    const request_id = requestIdOf(c.env.outgoing);
    services.log.error({ err: error, path: c.req.path, request_id }, 'a page failed');
    return refusalProblem(c, fault(request_id));
  });
  return app;
}
