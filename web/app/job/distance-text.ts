/** 'about 3 miles away', of whole miles between two areas. [J1] */
export function distanceText(miles: number): string {
  if (miles === 0) return 'less than a mile away';
  return `about ${miles === 1 ? '1 mile' : `${miles.toLocaleString('en-US')} miles`} away`;
}
