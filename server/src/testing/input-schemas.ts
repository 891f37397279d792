import { contract } from '@kindpal/contract';
import { traverseContractProcedures } from '@orpc/server';
import type { z } from 'zod';

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  options?: z.ZodType[];
} & Partial<
  Record<
    'innerType' | 'in' | 'out' | 'left' | 'right' | 'element' | 'keyType' | 'valueType',
    z.ZodType
  >
>;
type InputSchema = {
  /** Such as `pet.create.name`. */
  place: string;
  schema: z.ZodType;
  def: Def;
  /** Whether it is the whole schema of a value, not one of those that it consists of. */
  isWhole: boolean;
};

/** Every schema within the inputs of the calls, at any depth. */
export function listInputSchemas(): InputSchema[] {
  const found: InputSchema[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: call, path }) => {
    const { inputSchema } = call['~orpc'];
    if (inputSchema) addSchemas(found, inputSchema as z.ZodType, path.join('.'));
  });
  return found;
}

/** Adds a schema and those that it consists of. */
function addSchemas(found: InputSchema[], schema: z.ZodType, place: string, isWhole = true): void {
  const def = schema._zod.def as unknown as Def;
  found.push({ place, schema, def, isWhole });
  const { shape = {}, options = [], innerType, in: input, out, left, right } = def;
  for (const part of [innerType, input, out, left, right, ...options]) {
    if (part) addSchemas(found, part, place, false);
  }
  const { element, keyType, valueType } = def;
  for (const part of [element, keyType, valueType]) {
    if (part) addSchemas(found, part, `${place}[]`);
  }
  for (const [name, field] of Object.entries(shape)) addSchemas(found, field, `${place}.${name}`);
}
