declare const authorized: unique symbol;

/**
 * A locked row with the proof that a policy allowed `Verb` on it. Commands that take such a row
 * can't be called without asking the policy.
 */
export type Authorized<Row, Verb extends string> = Row & { readonly [authorized]: Verb };

/** Marks a row as authorized; only policies call it, after allowing the action. */
export function authorize<Row, Verb extends string>(row: Row, _verb: Verb): Authorized<Row, Verb> {
  return row as Authorized<Row, Verb>;
}
