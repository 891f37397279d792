import { contract } from '@kindpal/contract';
import type { OpenAPI } from '@orpc/openapi';
import type { Env } from '../env.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';
import { describeErrors } from './describe-errors.ts';
import { OTHER_PATHS, SHARED_PATH_ITEMS } from './other-paths.ts';

const DESCRIPTION = `Every call refuses what it does not take: an unknown query parameter or body field
is answered with INVALID_INPUT, which names it. GET and DELETE take their input from the query, all
other methods from the body and take no query.`;

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
  const document = errors.addTo(described);
  describeDeletions(document);
  plainParameters(document);
  shareParameters(document);
  document.paths = { ...document.paths, ...OTHER_PATHS };
  document.components = { ...document.components, pathItems: SHARED_PATH_ITEMS as never };
  return shorten(document);
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

/** The generator says that every query parameter may be empty and unescaped; none may. */
function plainParameters({ paths = {} }: OpenAPI.Document): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  for (const { parameters = [] } of operations as Array<{
    parameters?: Record<string, unknown>[];
  }>) {
    for (const parameter of parameters) {
      delete parameter.allowEmptyValue;
      delete parameter.allowReserved;
    }
  }
}

type Parameter = { name: string; in: string };

/** Makes a component of a parameter that several calls share, such as `cursor`. */
function shareParameters(document: OpenAPI.Document): void {
  const operations: { parameters?: object[] }[] = Object.values(document.paths ?? {}).flatMap(
    (methods) => Object.values(methods as object),
  );
  const calls = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters as Parameter[]),
    (parameter) => JSON.stringify(parameter),
  );
  const shared: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  for (const [text, [parameter, ...others]] of calls) {
    if (!parameter || others.length === 0) continue;
    const alike = Object.keys(shared).filter((name) => name.split('-')[0] === parameter.name);
    const name = alike.length === 0 ? parameter.name : `${parameter.name}-${alike.length + 1}`;
    shared[name] = parameter;
    names.set(text, name);
  }
  for (const operation of operations) {
    operation.parameters &&= operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name ? { $ref: `#/components/parameters/${name}` } : parameter;
    });
  }
  document.components = { ...document.components, parameters: shared as never };
}
