const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A file size in a readable unit: '3.4 MB'. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const size = bytes / 1000 ** step;
  return `${size >= 10 || step === 0 ? Math.round(size) : size.toFixed(1)} ${UNITS[step]}`;
}
