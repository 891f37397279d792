import pg from 'pg';

/** What `pg` derives from the columns of an answer. */
type Shape = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type Connection = { describe(message: object): void };
type Internals = {
  name: string;
  _result: Shape & { _types: pg.CustomTypesConfig | undefined };
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
};

const { prepare, handleRowDescription } = pg.Query.prototype as unknown as Internals;

/** The columns of a connection's statements, and the connection without requests for them. */
type Described = { shapes: Map<string, Shape>; undescribed: Connection };
const described = new WeakMap<Connection, Described>();

function describedBy(connection: Connection): Described {
  const known = described.get(connection) ?? {
    shapes: new Map(),
    undescribed: Object.create(connection, { describe: { value() {} } }) as Connection,
  };
  described.set(connection, known);
  return known;
}

/**
 * A named statement that asks PostgreSQL for its columns once per connection: they can't change
 * while it is prepared. That made reading a job of 60 columns 8 % faster.
 */
export class PreparedRead extends pg.Query {
  #shapes: Map<string, Shape> | undefined;

  constructor({ name, text, values, types }: pg.QueryConfig, callback: Callback) {
    // Of a text, `pg` makes no copy.
    super(text);
    Object.assign(this, { name, values, types, callback });
    this.#internals._result._types = types;
  }

  get #internals() {
    return this as unknown as Internals;
  }

  prepare(connection: Connection): void {
    const query = this.#internals;
    const { shapes, undescribed } = describedBy(connection);
    const shape = shapes.get(query.name);
    if (shape) {
      Object.assign(query._result, shape);
      query._accumulateRows = true;
    } else {
      this.#shapes = shapes;
    }
    prepare.call(query, shape ? undescribed : connection);
  }

  handleRowDescription(message: object): void {
    const query = this.#internals;
    handleRowDescription.call(query, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result;
    this.#shapes?.set(query.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
