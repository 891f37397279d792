import { api } from '~/lib/api.ts';

/** Whether the member has agreed to the guidelines as they are now. */
export const consentQuery = api.guideline.getMine.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
});
