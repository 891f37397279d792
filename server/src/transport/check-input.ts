import { findUnstorable, UNSTORABLE } from '@kindpal/contract/text/rules';
import type { AnyContractProcedure } from '@orpc/contract';
import type { RequestContext } from '../access/context.ts';
import { hasUnreadableDomain, UNREADABLE_DOMAIN } from '../mail/unreadable-domain.ts';
import { invalidField, unknownFields } from './refusal.ts';

type Call = { context: RequestContext; procedure: AnyContractProcedure };

/** Methods whose input is in the query. */
const READS_QUERY = new Set(['GET', 'HEAD', 'DELETE']);
const SIGN_IN = '/auth/v1/token';
const OTHER_THAN_ADDRESS = 'This differs from the address';

/**
 * Checks every call's input after its guard and before its schema: no unknown fields, nothing
 * that contradicts the address, nothing that PostgreSQL can't store, and no email address whose
 * domain can't exist. Unknown nested fields are refused by the strict schemas. Throws INVALID_INPUT
 * with the fields by name.
 */
export function checkInput({ context, procedure }: Call, input: unknown): void {
  const { url = '/', method = 'GET' } = context.request;
  const query = url.indexOf('?');
  const isInQuery = READS_QUERY.has(method);
  if (!isInQuery && query > 0 && query < url.length - 1) {
    throw unknownFields([...new Set(new URLSearchParams(url.slice(query)).keys())]);
  }
  const { inputSchema, route } = procedure['~orpc'];
  if (!inputSchema && input !== undefined && input !== null) {
    const names = typeof input === 'object' ? Object.keys(input) : [''];
    if (names.length > 0) throw unknownFields(names);
  }
  const inAddress = route.path?.match(/(?<=\{)\w+(?=\})/g) ?? [];
  const asked = new URLSearchParams(isInQuery && query > 0 ? url.slice(query) : '');
  const other = inAddress.find((name) => {
    const [own] = valuesOf(input, name);
    const given = [...valuesOf(context.sent, name), ...valuesOf(asked, name)];
    return given.some((value) => value !== own);
  });
  if (other !== undefined) throw invalidField(other, OTHER_THAN_ADDRESS);
  const path = findUnstorable(input);
  if (path !== null) throw invalidField(path, UNSTORABLE);
  // Signing in mails nothing, and an earlier release may have accepted the address.
  const [email] = route.path === SIGN_IN ? [] : valuesOf(input, 'email');
  if (typeof email === 'string' && hasUnreadableDomain(email)) {
    throw invalidField('email', UNREADABLE_DOMAIN);
  }
}

/** All values that an input gives a field: a form may have several, and lists as `id[]`. */
function valuesOf(input: unknown, name: string): unknown[] {
  if (input instanceof URLSearchParams) {
    const own = [...input].filter(([key]) => key.split('[')[0] === name);
    return own.map(([key, value]) => (key === name ? value : key));
  }
  const isGiven = typeof input === 'object' && input !== null && Object.hasOwn(input, name);
  return isGiven ? [(input as Record<string, unknown>)[name]] : [];
}
