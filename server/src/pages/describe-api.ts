import { contract } from '@kindpal/contract';
import type { OpenAPI } from '@orpc/openapi';
import type { Env } from '../env.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';
import { describeErrors } from './describe-errors.ts';
import { OTHER_PATHS } from './other-paths.ts';

/**
 * The OpenAPI 3.1 document of every call. What many calls share, the errors above all, stands once
 * among its components.
 */
export async function describeApi(env: Pick<Env, 'appName' | 'appUrl'>): Promise<OpenAPI.Document> {
  // Loaded at the first asking; nobody else pays for the generator.
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ]);
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const errors = describeErrors();
  const described = await generator.generate(contract, {
    info: { title: `${env.appName} API`, version: '1' },
    servers: [{ url: env.appUrl }],
    commonSchemas: COMMON_SCHEMAS,
    customErrorResponseBodySchema: errors.schemaOf,
  });
  const document = errors.addTo(described);
  document.paths = { ...document.paths, ...OTHER_PATHS };
  return document;
}
