import { collar, type Eyes, eyes, line, whiskers } from './face.ts';
import { type Coat, CREAM, ROSE } from './palette.ts';

export type CatLook = {
  marking?: 'stripes' | 'patch' | 'mask' | 'blaze';
  fluffy?: boolean;
  eyes: Eyes;
  collar: string;
};

/** A cat from the chest up. */
export function drawCat(coat: Coat, look: CatLook, tilt: number): string {
  const { fur, light } = coat;
  const ear = `<path d="M54 76 50 22c0-6 6-8 10-4l36 32Z" fill="${fur}"/><path d="m61 56-3-24 22 18Z" fill="${ROSE}" opacity=".75"/>`;
  const cheeks = look.fluffy
    ? `<path d="M46 92l-16 6 12 8-10 10 18 2-4 12 22-6h66l20 6-4-12 18-2-10-10 12-8-16-6Z" fill="${fur}"/>
       <path d="M70 150l8 22 10-14 12 24 12-24 10 14 8-22Z" fill="${light}"/>`
    : '';
  return `<path d="M50 200c0-40 18-64 50-64s50 24 50 64Z" fill="${fur}"/>
    <path d="M80 200c0-26 6-44 20-44s20 18 20 44Z" fill="${light}"/>
    ${look.fluffy ? '' : collar(look.collar, { half: 30, y: 138 })}
    <g transform="rotate(${tilt} 100 120)">
      ${ear}<g transform="matrix(-1 0 0 1 200 0)">${ear}</g>
      ${cheeks}
      <ellipse cx="100" cy="92" rx="54" ry="47" fill="${fur}"/>
      ${marking(look, coat)}
      <path d="M72 116c0-12 12-18 28-18s28 6 28 18-12 22-28 22-28-10-28-22Z" fill="${light}"/>
      ${eyes(look.eyes, { apart: 25, y: 86, size: 7.4 })}
      <path d="M92 102h16l-8 9Z" fill="${ROSE}" stroke="${ROSE}" stroke-width="4" stroke-linejoin="round"/>
      <path d="M100 111v5c-4 7-14 7-17 1m17-1c4 7 14 7 17 1" ${line(3.4)}/>
      ${whiskers(116, light === CREAM ? '#fffaf0' : CREAM)}
    </g>`;
}

function marking({ marking: kind }: CatLook, { deep, light }: Coat): string {
  switch (kind) {
    case 'stripes':
      return `<path d="M100 46v20M86 49l3 16m25-16-3 16M48 88l16 4m-15 10 15 0m88-14-16 4m15 10-15 0" ${line(6, deep)}/>`;
    case 'patch':
      return `<path d="M100 46c30-4 54 18 54 46-4 16-20 20-34 12S94 66 100 46Z" fill="${deep}"/>`;
    case 'mask':
      return `<path d="M60 98c0-24 16-36 40-36s40 12 40 36-16 38-40 38-40-14-40-38Z" fill="${deep}" opacity=".85"/>`;
    case 'blaze':
      return `<path d="M100 58c10 14 16 32 28 56H72c12-24 18-42 28-56Z" fill="${light}"/>`;
    default:
      return '';
  }
}
