const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an address could name a job at all; anything else is not worth asking the server. */
export function isJobId(text: string | null | undefined): text is string {
  return typeof text === 'string' && UUID.test(text);
}
