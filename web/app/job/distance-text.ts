/** '3 miles away', in whole miles between two areas; short enough for one line of a card. [J1] */
export function distanceText(miles: number): string {
  if (miles === 0) return 'under a mile away';
  return `${miles === 1 ? '1 mile' : `${miles.toLocaleString('en-US')} miles`} away`;
}
