import { findUnstorable, UNSTORABLE } from '@kindpal/contract/text/rules';
import type { AnyContractProcedure } from '@orpc/contract';
import type { RequestContext } from '../access/context.ts';
import { invalidField, unknownFields } from './refusal.ts';

type Call = { context: RequestContext; procedure: AnyContractProcedure };

/** Their input stands in the query. */
const READS_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * What is checked of every call, once its caller may make it and before its schema is asked: nothing
 * that it does not take, and nothing that PostgreSQL cannot store. Fields that a schema does not know
 * are refused by the schema, which is strict. Throws INVALID_INPUT with the fields by name.
 */
export function checkInput({ context: { request }, procedure }: Call, input: unknown): void {
  const { url = '/', method = 'GET' } = request;
  const query = READS_QUERY.has(method) ? -1 : url.indexOf('?');
  if (query > 0 && query < url.length - 1) {
    throw unknownFields([...new Set(new URLSearchParams(url.slice(query)).keys())]);
  }
  if (!procedure['~orpc'].inputSchema && input !== undefined && input !== null) {
    const names = typeof input === 'object' ? Object.keys(input) : [''];
    if (names.length > 0) throw unknownFields(names);
  }
  const path = findUnstorable(input);
  if (path !== null) throw invalidField(path, UNSTORABLE);
}
