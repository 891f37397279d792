import type { FieldError } from '@kindpal/contract/wire/base';
import { OpenAPIHandler } from '@orpc/openapi/node';
import { ORPCError, ValidationError } from '@orpc/server';
import { BodyLimitPlugin } from '@orpc/server/node';
import type { RequestContext } from '../access/context.ts';
import { type ApiRouter, apiRouter } from '../api-router.ts';
import { problemOf } from './problem.ts';
import { refusal } from './refusal.ts';

/** The largest JSON body any call needs, with room. */
const BODY_MAX_BYTES = 256 * 1024;

/** Serves the contract over node:http. Everything unforeseen is logged and masked here, once. */
export function createApiHandler(): OpenAPIHandler<RequestContext> {
  return new OpenAPIHandler<RequestContext>(apiRouter satisfies ApiRouter, {
    plugins: [new BodyLimitPlugin({ maxBodySize: BODY_MAX_BYTES })],
    customErrorResponseBodyEncoder: problemOf,
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          throw publicError(error, context as RequestContext);
        }
      },
    ],
  });
}

/** What may leave the server of an error: promised ones as they are, field errors, or a mask. */
export function publicError(error: unknown, { services, requestId }: RequestContext): Error {
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return refusal('INVALID_INPUT', { fields: fieldsOf(error.cause) });
    }
    if (error.status < 500) return error;
  }
  services.log.error({ err: error, request_id: requestId }, 'a call failed');
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: 'Something went wrong. Please try again.',
    data: { request_id: requestId },
  });
}

function fieldsOf({ issues }: ValidationError): FieldError[] {
  return issues.map((issue) => ({
    path: (issue.path ?? [])
      .map((part) => String(typeof part === 'object' ? part.key : part))
      .join('.'),
    message: issue.message,
  }));
}
