const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

type Shape = { fields: Map<string, Shape>; isList: boolean; values: Set<string> };
const newShape = (): Shape => ({ fields: new Map(), isList: false, values: new Set() });

/**
 * The fields of a response as one text: `items[]{id owner{full_name} phone=null}`. A field that
 * is null in every row is marked, because hidden values are often sent as null; the values of
 * `view` and of booleans are included, and those of fields that say less to visitors: the status
 * of a job, and the week it starts in.
 */
export function shapeOf(body: unknown): string {
  const shape = newShape();
  collect(shape, body, '');
  return write(shape);
}

function collect(shape: Shape, value: unknown, name: string): void {
  if (Array.isArray(value)) {
    shape.isList = true;
    if (value.length === 0 && shape.values.size === 0) shape.values.add('none');
    for (const item of value) {
      shape.values.delete('none');
      collect(shape, item, name);
    }
  } else if (typeof value === 'object' && value !== null) {
    const isReduced = 'view' in value && value.view === 'public';
    for (const [key, inner] of Object.entries(value)) {
      const field = ID.test(key) ? '<id>' : key;
      const below = shape.fields.get(field) ?? newShape();
      shape.fields.set(field, below);
      collect(below, inner, isReduced && key === 'status' ? 'view' : field);
    }
    if (shape.fields.size === 0) shape.values.add('{}');
  } else {
    shape.values.add(wordOf(value, name));
  }
}

function wordOf(value: unknown, name: string): string {
  if (name === 'week') return isMonday(value) ? 'a Monday' : String(value);
  return name === 'view' || typeof value === 'boolean' ? String(value) : typeOf(value);
}

const isMonday = (day: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(String(day)) && new Date(String(day)).getUTCDay() === 1;

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function write({ fields, isList, values }: Shape): string {
  const list = isList ? '[]' : '';
  if (fields.size > 0) {
    const inner = [...fields]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, below]) => name + write(below));
    return `${list}{${inner.join(' ')}}`;
  }
  const told = [...values].filter((value) => value !== 'string' && value !== 'number').sort();
  if (told.length === 0) return list;
  return told.length === values.size ? `${list}=${told.join('|')}` : list;
}
