import type { OpenAPI } from '@orpc/openapi';

type Operation = {
  parameters?: object[];
  requestBody?: object;
  responses?: Record<string, object>;
};

/** Every operation of the document, those of shared paths included. */
export function operationsOf({ paths, components }: OpenAPI.Document) {
  const items = [...Object.values(paths ?? {}), ...Object.values(components?.pathItems ?? {})];
  return items
    .flatMap((item) => Object.entries(item as Record<string, Operation | string>))
    .flatMap(([method, operation]) =>
      typeof operation === 'string' ? [] : [{ method, operation }],
    );
}

type Place = { value: object; replace(reference: { $ref: string }): void };

/**
 * Replaces parameters, bodies and successful answers that several operations share with references
 * to components.
 */
export function shareParts(document: OpenAPI.Document): OpenAPI.Document {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const parameters = operations.flatMap(({ parameters: list = [] }) =>
    list.map((value, at) => placeIn(list, at, value)),
  );
  const bodies = operations.flatMap((operation) =>
    operation.requestBody ? [placeIn(operation, 'requestBody', operation.requestBody)] : [],
  );
  const answers = operations.flatMap(({ responses = {} }) =>
    Object.entries(responses)
      .filter(([, value]) => !('$ref' in value))
      .map(([status, value]) => placeIn(responses, status, value)),
  );
  const { components } = document;
  document.components = {
    ...components,
    parameters: share('parameters', parameters, ({ name }: { name: string }) => name),
    requestBodies: share('requestBodies', bodies, nameBody),
    responses: { ...components?.responses, ...share('responses', answers, () => 'OK') },
  } as typeof components;
  return document;
}

const placeIn = <Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  key: Key,
  value: object,
): Place => ({
  value,
  replace(reference) {
    whole[key] = reference as Whole[Key];
  },
});

/** Replaces values that occur more than once; returns the components. Equal names get a number. */
function share<Part extends object>(
  kind: string,
  places: Place[],
  nameOf: (part: Part) => string,
): Record<string, object> {
  const shared: Record<string, object> = {};
  const counts = new Map<string, number>();
  for (const alike of Map.groupBy(places, ({ value }) => JSON.stringify(value)).values()) {
    const [first] = alike;
    if (!first || alike.length < 2) continue;
    const plain = nameOf(first.value as Part);
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    const name = count === 1 ? plain : `${plain}-${count}`;
    shared[name] = first.value;
    for (const { replace } of alike) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return shared;
}

type Body = { content: Record<string, { schema?: { properties?: object } }> };

/** A body is named by its fields. */
function nameBody({ content }: Body): string {
  const [{ schema } = {}] = Object.values(content);
  const names = Object.keys(schema?.properties ?? {});
  return names.length > 0 && names.length <= 3 ? names.join('-') : 'Body';
}
