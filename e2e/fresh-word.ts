let counter = 0;

/** A word that stands nowhere else in this run, to search by. */
export function freshWord(): string {
  counter += 1;
  const letters = `${process.pid}${counter}`.replace(/\d/g, (digit) => 'bcdfghjkmn'[+digit] ?? '');
  return `quill${letters}`;
}
