import { createRouterClient, onError } from '@orpc/server';
import type { RequestContext } from '../access/context.ts';
import { apiRouter } from '../api-router.ts';
import { publicError } from '../transport/api-handler.ts';

/**
 * The contract's calls in this process, through guards, validation of input and output, and error
 * masking: tests see what clients receive.
 */
export function callApi(context: RequestContext) {
  return createRouterClient(apiRouter, {
    context,
    interceptors: [
      onError((error) => {
        throw publicError(error, context);
      }),
    ],
  });
}
