const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a part of an address is a valid id; otherwise the server need not be asked. */
export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && UUID.test(text);
}
