import type { AnySchema, InferSchemaOutput } from '@orpc/contract';
import type { HolderContext, MemberContext, RequestContext } from './context.ts';

type Procedure = { '~orpc': { inputSchema?: AnySchema } };
type InputOf<P extends Procedure> = P['~orpc']['inputSchema'] extends AnySchema | undefined
  ? InferSchemaOutput<NonNullable<P['~orpc']['inputSchema']>>
  : unknown;

/** What the handler of an open call gets: its checked input and the request, perhaps signed in. */
export type OpenCall<P extends Procedure> = { input: InputOf<P>; context: RequestContext };

/** What the handler of a members' call gets: the same, and the caller. */
export type MemberCall<P extends Procedure> = { input: InputOf<P>; context: MemberContext };

/** What a handler gets if the session may still wait for a second factor. [U13] */
export type HolderCall<P extends Procedure> = { input: InputOf<P>; context: HolderContext };
