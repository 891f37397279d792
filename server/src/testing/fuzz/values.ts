import fc from 'fast-check';

/** A JSON schema, as far as the OpenAPI document uses it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Names of ids in the scene: each appears in a request as `{{name}}` until it is sent. */
export const IDS = [
  'owner',
  'claimant',
  'job',
  'open',
  'underWay',
  'done',
  'claim',
  'conversation',
  'pet',
  'invite_request',
  'plea',
  'waiting',
  'notification',
] as const;
const sceneId = fc.constantFrom(...IDS).map((name) => `{{${name}}}`);
const aDate = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2029-01-01'),
  noInvalidDate: true,
});

/** Cursors that look like ours but are not: no generator would find them by chance. */
export const hostileCursor = fc.constantFrom(...cursors());

/** Values that break servers, used anywhere a value is expected. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202egnp.exe',
    '%00',
    '%E0%A4%A',
    "'; DROP TABLE jobs; --",
    '%',
    '_',
    '\\',
    '🐶'.repeat(50),
    'ß'.repeat(300),
    'x'.repeat(10_000),
    '0000-01-01T00:00:00Z',
    '0000-00-00',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '2027-01-01T00:00:00-23:59',
    '9999-12-31T23:59:59.999999999Z',
    '1e400',
    '-0',
    'NaN',
    'first.co,second@b.co',
    'a@b.co\r\nBcc: c@d.co',
    `${'a'.repeat(300)}@example.org`,
    '"a b"@example.org',
    true,
    0,
    -1,
    0.1,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    ['{{owner}}'],
    { $ne: null },
    { length: 1e9 },
    { toString: 'x' },
    { constructor: { prototype: { polluted: true } } },
  ),
  fc.constantFrom(20, 2_000).map((depth) => nested(depth)),
  hostileCursor,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
);

/** JSON nested this deep. */
function nested(depth: number): unknown {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

function cursors(): string[] {
  const id = '00000000-0000-4000-8000-000000000000';
  return [
    ['0000-01-01T00:00:00Z', id],
    ['2026-01-01T00:00:00-23:59', id],
    ['9999-12-31T23:59:59Z', id],
    ['2026-01-01T00:00:00Z', 'x'],
    [0, 0],
    [1e20, id],
    { a: 1 },
    [],
  ].map((key) => Buffer.from(JSON.stringify(key)).toString('base64url'));
}

/** Values that match a schema, with ids of the scene for id fields. */
export function fitting(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  const below = (inner: Schema) => fitting(inner, schemas);
  if (schema.$ref) return below(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(below));
  if (schema.allOf) {
    return fc.tuple(...schema.allOf.map(below)).map((parts) => Object.assign({}, ...parts));
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => below({ ...schema, type })));
  }
  if (schema.type === 'string') return textFor(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberFor(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(below(schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'object') return objectFor(schema, below);
  return fc.constantFrom<unknown>('anything', 1, null);
}

function textFor({ format, pattern, minLength = 1, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: sceneId }, fc.uuid({ version: 4 }));
  if (format === 'date-time') return aDate.map((date) => date.toISOString());
  if (format === 'date') return aDate.map((date) => date.toISOString().slice(0, 10));
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: 120 });
  return fc.oneof(
    fc.constantFrom('Europe/Paris', 'ada@example.org', 'Correct-Horse-1', 'A walk for Miso'),
    fc.string({ minLength, maxLength: Math.min(maxLength, 60) }),
  );
}

function numberFor({ type, minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, 1e6) });
  return type === 'integer' ? whole : whole.map((value) => value / 4);
}

function objectFor(
  { properties = {}, required = [], additionalProperties }: Schema,
  below: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, below(inner)]),
  );
  const known = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return known;
  return fc
    .tuple(known, fc.dictionary(fc.constantFrom('main', 'other', 'a'), below(additionalProperties)))
    .map(([own, more]) => ({ ...own, ...more }));
}
