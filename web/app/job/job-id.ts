import { isUuid } from '~/lib/uuid.ts';

/** Whether an address could name a job at all; anything else is not worth asking the server. */
export const isJobId = isUuid;
