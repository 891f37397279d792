import pg from 'pg';

type Field = { name: string; dataTypeID: number };
/** What `pg` derives from the columns of an answer. */
type Shape = { fields: Field[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type Internals = {
  name: string;
  _result: Shape;
  _accumulateRows: boolean;
  handleRowDescription(message: { fields: Field[] }): void;
};

const shapes = new Map<string, Shape>();
const { handleRowDescription } = pg.Query.prototype as unknown as Internals;

/**
 * A named statement whose rows take their shape from an earlier answer with the same columns. `pg`
 * builds it again for each answer, which for a job of 60 columns took 6 % of this process's time.
 */
export class PreparedRead extends pg.Query {
  handleRowDescription(message: { fields: Field[] }): void {
    const query = this as unknown as Internals;
    const known = shapes.get(query.name);
    if (known && hasColumns(known, message.fields)) {
      Object.assign(query._result, known);
      query._accumulateRows = true;
    } else {
      handleRowDescription.call(query, message);
      const { fields, _parsers, _prebuiltEmptyResultObject } = query._result;
      shapes.set(query.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
  }
}

function hasColumns({ fields }: Shape, others: Field[]): boolean {
  if (fields.length !== others.length) return false;
  return fields.every(
    ({ name, dataTypeID }, n) => others[n]?.name === name && others[n].dataTypeID === dataTypeID,
  );
}
