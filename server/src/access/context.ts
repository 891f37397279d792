import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import type { Actor, Credential, SessionHolder } from './actor.ts';

/** The context of every call, before authentication. */
export type RequestContext = {
  services: Services;
  credential: Credential | null;
  /** The client's address, as far as the settings trust proxies. */
  ip: string;
  requestId: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** The body or the query, before they are merged into one input. */
  sent?: unknown;
};

/** A call whose guard has found a live session. */
export type MemberContext = RequestContext & { actor: Actor };

/** A call whose guard has found a live session, which may still wait for a second factor. [U13] */
export type HolderContext = RequestContext & { holder: SessionHolder };
