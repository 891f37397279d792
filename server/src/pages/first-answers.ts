import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from '@kindpal/contract/account/schema';
import type { JobDetail } from '@kindpal/contract/job/schema';
import { JOBS_A_PAGE, OPEN_JOBS_AT_HOME, OWN_JOBS_AT_HOME } from '@kindpal/contract/job/shown';
import { createRouterClient } from '@orpc/server';
import { clientAddress } from '../access/client-address.ts';
import type { RequestContext } from '../access/context.ts';
import { readCredential } from '../access/credential.ts';
import { apiRouter } from '../api-router.ts';
import type { Services } from '../services.ts';

const clientFor = (context: RequestContext) => createRouterClient(apiRouter, { context });
type Client = ReturnType<typeof clientFor>;
type Asked = { user: Account; id: string };
type Calls = Record<string, Promise<unknown>>;

const JOB = '/jobs/:jobId';
const listed = (client: Client, limit: number): Calls => ({
  [`/rest/v1/jobs?limit=${limit}`]: client.job.list({ limit }),
});

/** The first calls of each page's script, by route, at the addresses it uses. */
const FIRST_CALLS: Record<string, (client: Client, asked: Asked) => Calls> = {
  '/dashboard': (client, { user }) => ({
    '/rest/v1/rpc/count_unread_messages': client.chat.countUnread(),
    '/rest/v1/rpc/count_my_jobs': client.job.countMine(),
    '/rest/v1/rpc/my_agenda': client.job.getAgenda(),
    '/rest/v1/guideline_consents': client.guideline.getMine(),
    [`/rest/v1/users/${user.id}`]: client.member.get({ id: user.id }),
    ...(user.active_role === 'pet_owner'
      ? {
          [`/rest/v1/rpc/my_jobs?as=owner&limit=${OWN_JOBS_AT_HOME}`]: client.job.listMine({
            as: 'owner',
            limit: OWN_JOBS_AT_HOME,
          }),
        }
      : listed(client, OPEN_JOBS_AT_HOME)),
  }),
  '/jobs': (client, { user }) => ({
    ...listed(client, JOBS_A_PAGE),
    [`/rest/v1/users/${user.id}`]: client.member.get({ id: user.id }),
  }),
  '/pet-sitters': (client) => ({
    '/rest/v1/users': client.member.list({}),
    '/rest/v1/member_favorites': client.favorite.list(),
  }),
  [JOB]: (client, { id }) => ({ [`/rest/v1/jobs/${id}`]: client.job.get({ id }) }),
};

/** Answers by the addresses that a page requests them from, and the picture at its top. */
export type FirstAnswers = { answers: Record<string, unknown>; picture: string | null };

/** The page that a member opens: its route, its path, and the request for it. */
export type OpenedPage = {
  user: Account;
  route: string;
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
};

/**
 * The answers that the page's script would request first, by address, so that they come with the
 * page. A refused call is omitted: the script repeats it and gets the error. Staff pages request
 * everything themselves, because each view is logged under a page view id that only the page
 * knows. [S3]
 */
export async function findFirstAnswers(
  services: Services,
  { user, route, path, request, response }: OpenedPage,
): Promise<FirstAnswers> {
  const calls = FIRST_CALLS[route];
  if (!calls || user.app_role !== 'user') return { answers: {}, picture: null };
  const ip = clientAddress(request, services.env);
  const credential = await readCredential(request, services);
  const client = clientFor({
    services,
    credential,
    ip,
    requestId: randomUUID(),
    request,
    response,
  });
  const asked = Object.entries(calls(client, { user, id: path.split('/')[2] ?? '' }));
  const settled = await Promise.allSettled(asked.map(([, answer]) => answer));
  const answers = asked.flatMap(([address], i) => {
    const answer = settled[i];
    return answer?.status === 'fulfilled' ? [[address, answer.value] as const] : [];
  });
  const job = route === JOB ? (answers[0]?.[1] as JobDetail | undefined) : undefined;
  const picture = job?.view === 'member' ? job.pet_details.image_url : null;
  return { answers: Object.fromEntries(answers), picture };
}
