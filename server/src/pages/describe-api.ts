import { contract } from '@kindpal/contract';
import type { OpenAPI } from '@orpc/openapi';
import type { Env } from '../env.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';
import { describeErrors } from './describe-errors.ts';
import { describeOtherPaths, SHARED_PATH_ITEMS } from './other-paths.ts';
import { operationsOf, shareParts } from './share-parts.ts';

const DESCRIPTION = `Unknown query parameters and body fields are refused with INVALID_INPUT, which
names them. GET and DELETE take their input from the query; all other methods take it from the body
and accept no query.`;

/** The OpenAPI 3.1 document of all calls. Shared parts, mainly errors, are components. */
export async function describeApi(env: Pick<Env, 'appName' | 'appUrl'>): Promise<OpenAPI.Document> {
  // Lazy-loaded on the first request.
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ]);
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const errors = describeErrors();
  const described = await generator.generate(contract, {
    info: { title: `${env.appName} API`, version: '1', description: DESCRIPTION },
    servers: [{ url: env.appUrl }],
    commonSchemas: COMMON_SCHEMAS,
    customErrorResponseBodySchema: errors.schemaOf,
  });
  const { paths = {}, components } = described;
  const document = errors.addTo({
    ...described,
    // Copied, because later steps modify the document.
    paths: { ...paths, ...structuredClone(describeOtherPaths(paths)) },
    components: { ...components, pathItems: structuredClone(SHARED_PATH_ITEMS) as never },
  });
  describeDeletions(document);
  plainParameters(document);
  return shareParts(shorten(document));
}

/**
 * Shortens what the generator writes: it bounds each integer by what JSON numbers can hold
 * exactly, and writes 'or null' as a choice of two schemas instead of one with both types.
 */
function shorten(document: OpenAPI.Document): OpenAPI.Document {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
    return orNull(value) ?? value;
  });
}

type Choice = { anyOf?: { type?: string; enum?: unknown[]; const?: unknown }[] } | null;

/**
 * `{anyOf: [{type: T, ...}, {type: 'null'}]}` as `{type: [T, 'null'], ...}`; null for any other
 * value.
 */
function orNull(value: Choice) {
  const [schema, other, more] = value?.anyOf ?? [];
  if (!schema?.type || other?.type !== 'null' || more || 'const' in schema) return null;
  const { anyOf: _, ...rest } = value as object & { anyOf: unknown };
  const values = schema.enum && { enum: [...schema.enum, null] };
  return { ...rest, ...schema, ...values, type: [schema.type, 'null'] };
}

type Deletion = {
  parameters?: object[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
};
type Schema = { properties?: Record<string, object>; required?: string[] };

/**
 * The generator gives a DELETE a body, which many clients cannot send; the server reads its
 * query.
 */
function describeDeletions({ paths = {} }: OpenAPI.Document): void {
  for (const { delete: deletion } of Object.values(paths) as Array<{ delete?: Deletion }>) {
    if (!deletion?.requestBody) continue;
    const { properties = {}, required = [] } =
      deletion.requestBody.content['application/json'].schema;
    const named = Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    }));
    deletion.parameters = [...(deletion.parameters ?? []), ...named];
    delete deletion.requestBody;
  }
}

/** Removes what the generator adds to all query parameters although it is false or the default. */
function plainParameters(document: OpenAPI.Document): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Record<string, unknown>[]) {
      delete parameter.allowEmptyValue;
      delete parameter.allowReserved;
      if (!parameter.required) delete parameter.required;
    }
  }
}
