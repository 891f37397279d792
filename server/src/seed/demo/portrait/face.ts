import { CREAM, INK, MARIGOLD } from './palette.ts';

export type Eyes = 'open' | 'happy' | 'sleepy';

/** A pair of eyes around the middle of the drawing, `apart` from it, at height `y`. */
export function eyes(
  kind: Eyes,
  { apart, y, size = 6 }: { apart: number; y: number; size?: number },
) {
  return [-1, 1].map((side) => eye(kind, 100 + side * apart, y, size)).join('');
}

function eye(kind: Eyes, x: number, y: number, size: number): string {
  if (kind === 'happy') {
    return `<path d="M${x - size} ${y + 2}q${size}-${size * 1.5} ${size * 2} 0" ${line(4)}/>`;
  }
  if (kind === 'sleepy') {
    return `<path d="M${x - size} ${y}q${size} ${size * 1.2} ${size * 2} 0" ${line(4)}/>`;
  }
  return `<circle cx="${x}" cy="${y}" r="${size}" fill="${INK}"/>
    <circle cx="${x + size * 0.32}" cy="${y - size * 0.36}" r="${size * 0.3}" fill="#fff"/>`;
}

/** A stroke without a fill. */
export function line(width: number, color = INK): string {
  return `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
}

/** A collar with this half width at height `y`, with the product's marigold tag. */
export function collar(color: string, { half, y }: { half: number; y: number }): string {
  return `<path d="M${100 - half} ${y}q${half} 22 ${half * 2} 0" ${line(10, color)}/>
    <g transform="translate(100 ${y + 22})">
      <circle r="9.5" fill="${MARIGOLD}"/>
      <g fill="${INK}"><circle cx="-4" cy="-1.5" r="1.5"/><circle cx="-1.4" cy="-4" r="1.6"/>
      <circle cx="1.4" cy="-4" r="1.6"/><circle cx="4" cy="-1.5" r="1.5"/>
      <ellipse cy="2.4" rx="3.4" ry="2.7"/></g></g>`;
}

/** Three whiskers on each side. */
export function whiskers(y: number, color = CREAM): string {
  const one = (side: number, rise: number) =>
    `<path d="M${100 + side * 30} ${y + rise * 0.4}q${side * 14} ${rise * 0.2} ${side * 30} ${rise}" ${line(2, color)}/>`;
  return [-1, 1].flatMap((side) => [-8, 1, 10].map((rise) => one(side, rise))).join('');
}
