import type { AnySchema, InferSchemaOutput } from '@orpc/contract';
import type { HolderContext, MemberContext, RequestContext } from './context.ts';

type Procedure = { '~orpc': { inputSchema?: AnySchema } };
type InputOf<P extends Procedure> = P['~orpc']['inputSchema'] extends AnySchema | undefined
  ? InferSchemaOutput<NonNullable<P['~orpc']['inputSchema']>>
  : unknown;

/** What the handler of an open call is given: its checked input, and who may be asking. */
export type OpenCall<P extends Procedure> = { input: InputOf<P>; context: RequestContext };

/** What the handler of a member's call is given: the same, and the member who asks. */
export type MemberCall<P extends Procedure> = { input: InputOf<P>; context: MemberContext };

/** What a call is given that also a session may make which waits for a second factor. [U13] */
export type HolderCall<P extends Procedure> = { input: InputOf<P>; context: HolderContext };
