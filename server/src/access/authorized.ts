declare const authorized: unique symbol;

/**
 * A locked row together with the proof that a policy allowed `Verb` on it. Commands that take such
 * a row cannot be called without having asked.
 */
export type Authorized<Row, Verb extends string> = Row & { readonly [authorized]: Verb };

/** The stamp itself; only policies call it, after they said yes. */
export function authorize<Row, Verb extends string>(row: Row, _verb: Verb): Authorized<Row, Verb> {
  return row as Authorized<Row, Verb>;
}
