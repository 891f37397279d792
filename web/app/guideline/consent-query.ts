import { api } from '~/lib/calls/api.ts';

/** Whether the member has agreed to the current guidelines. */
export const consentQuery = api.guideline.getMine.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
});
