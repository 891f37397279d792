import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import type { Actor, Credential, SessionHolder } from './actor.ts';

/** What every call comes with, before anybody has asked who it is. */
export type RequestContext = {
  services: Services;
  credential: Credential | null;
  /** The address that the connection comes from, as far as the settings trust proxies. */
  ip: string;
  requestId: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** What came beside the path: the body or the query, before the two become one input. */
  sent?: unknown;
};

/** A call whose guard has found a live session. */
export type MemberContext = RequestContext & { actor: Actor };

/** A call whose guard has found a live session, which may still wait for a second factor. [U13] */
export type HolderContext = RequestContext & { holder: SessionHolder };
