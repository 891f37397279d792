let counter = 0;

/** A word that occurs nowhere else in this run, to search for. */
export function freshWord(): string {
  counter += 1;
  const letters = `${process.pid}${counter}`.replace(/\d/g, (digit) => 'bcdfghjkmn'[+digit] ?? '');
  return `quill${letters}`;
}
