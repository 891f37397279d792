import { type Eyes, eyes, line, whiskers } from './face.ts';
import { BRICK, type Coat, GLOW, INK, LEAF, LEAF_DEEP, MARIGOLD, ROSE } from './palette.ts';

export type Look = { eyes: Eyes; ears?: 'up' | 'lop'; crest?: boolean };

/** A rabbit with a leaf. */
export function drawRabbit({ fur, deep, light }: Coat, look: Look, tilt: number): string {
  const ear =
    look.ears === 'lop'
      ? `<path d="M70 58c-26-6-40 14-40 46 0 24 8 38 18 36 14-4 16-34 22-52Z" fill="${deep}"/>`
      : `<path d="M66 70C48 40 46 4 62 2s28 32 28 62Z" fill="${fur}"/><path d="M70 58C60 40 58 18 64 16s16 22 18 42Z" fill="${ROSE}" opacity=".7"/>`;
  return `<path d="M46 200c0-40 20-58 54-58s54 18 54 58Z" fill="${fur}"/>
    <ellipse cx="100" cy="194" rx="28" ry="34" fill="${light}"/>
    <g transform="rotate(${tilt} 100 130)">
      ${look.ears === 'lop' ? '' : `${ear}<g transform="matrix(-1 0 0 1 200 0)">${ear}</g>`}
      <path d="M54 104c0-32 20-50 46-50s46 18 46 50c0 26-20 42-46 42s-46-16-46-42Z" fill="${fur}"/>
      ${look.ears === 'lop' ? `${ear}<g transform="matrix(-1 0 0 1 200 0)">${ear}</g>` : ''}
      <ellipse cx="100" cy="124" rx="25" ry="20" fill="${light}"/>
      ${eyes(look.eyes, { apart: 27, y: 98, size: 7 })}
      <path d="M93 111h14l-7 7Z" fill="${ROSE}" stroke="${ROSE}" stroke-width="3" stroke-linejoin="round"/>
      <path d="M100 118v6m-11 2q6 6 11-2 5 8 11 2" ${line(3)}/>
      <path d="M104 132q30-4 40 22-34 6-40-22Z" fill="${LEAF}"/><path d="M106 134q18 6 34 18" ${line(2, LEAF_DEEP)}/>
      ${whiskers(122)}
    </g>`;
}

/** A guinea pig. */
export function drawGuineaPig({ fur, deep, light }: Coat, look: Look, tilt: number): string {
  return `<g transform="rotate(${tilt / 2} 100 150)">
      <path d="M30 200c-4-60 22-104 70-104s74 44 70 104Z" fill="${fur}"/>
      <path d="M100 96c34 0 60 22 68 62-30 10-52-2-62-22-6-14-8-26-6-40Z" fill="${deep}"/>
      <path d="M52 100c-14-6-22 4-18 16 4 10 16 8 22-2Zm96 0c14-6 22 4 18 16-4 10-16 8-22-2Z" fill="${deep}"/>
      <path d="M56 132c0-32 18-52 44-52s44 20 44 52c0 26-18 44-44 44s-44-18-44-44Z" fill="${fur}"/>
      <path d="M92 80h16l8 62H84Z" fill="${light}"/>
      <ellipse cx="100" cy="150" rx="28" ry="22" fill="${light}"/>
      ${eyes(look.eyes, { apart: 30, y: 122, size: 6.6 })}
      <path d="M92 138q8-6 16 0-3 7-8 7t-8-7Z" fill="${ROSE}"/>
      <path d="M100 145v6m-10 3q6 5 10-3 4 8 10 3" ${line(3)}/>
      <path d="M86 178q14 10 28 0l10 22H76Z" fill="${LEAF}"/>
      ${whiskers(148)}
    </g>`;
}

/** A budgerigar, or with a crest a cockatiel, on its perch. */
export function drawBird({ fur, deep, light }: Coat, look: Look, tilt: number): string {
  const crest = look.crest
    ? `<path d="M92 48C84 24 90 8 104 2c-2 12 4 16 14 14-8 8-8 20-8 32Z" fill="${light}"/>`
    : '';
  return `<path d="M0 182h200" ${line(11, BRICK)}/>
    <path d="M62 200c-10-30-10-70 4-98h68c14 30 14 68 2 98Z" fill="${fur}"/>
    <path d="M62 120c-16 20-16 56-4 74 14-16 20-46 18-72Zm76 0c16 20 16 56 4 74-14-16-20-46-18-72Z" fill="${deep}"/>
    <g transform="rotate(${tilt} 100 110)">
      ${crest}
      <path d="M58 88c0-28 18-46 42-46s42 18 42 46c0 26-18 40-42 40S58 114 58 88Z" fill="${light}"/>
      <path d="M66 62q12-16 34-16t34 16" ${line(5, deep)}/>
      <path d="M62 76q10-12 22-12m54 12q-10-12-22-12" ${line(3.4, deep)}/>
      ${eyes(look.eyes, { apart: 22, y: 84, size: 6 })}
      <circle cx="70" cy="104" r="8" fill="${BRICK}" opacity=".55"/><circle cx="130" cy="104" r="8" fill="${BRICK}" opacity=".55"/>
      <path d="M86 92q14-14 28 0-2 20-14 30-12-10-14-30Z" fill="${MARIGOLD}"/>
      <path d="M87 95q13-8 26 0" ${line(2.6, '#b97714')}/>
    </g>
    <g ${line(6, '#b97714')}><path d="M84 176v14m10-14v14m14-14v14m10-14v14"/></g>`;
}

/** A walking tortoise. */
export function drawTortoise({ fur, deep, light }: Coat, look: Look): string {
  const eye =
    look.eyes === 'open'
      ? `<circle cx="150" cy="116" r="4.6" fill="${INK}"/>`
      : `<path d="M145 118q5-6 10 0" ${line(3.4)}/>`;
  return `<path d="M120 150c0-32 12-56 36-56 18 0 28 14 26 30-2 14-14 20-24 22-4 12-8 22-14 30Z" fill="${light}"/>
    <path d="M168 130q8 0 13-5" ${line(3)}/>${eye}
    <path d="M40 168q-4 26 4 30h20q6-8 4-30Zm66 0q-4 26 4 30h20q6-8 4-30Z" fill="${light}"/>
    <path d="M10 172c0-56 34-92 70-92s70 36 70 92Z" fill="${fur}"/>
    <path d="M4 172q76 18 152 0" ${line(12, deep)}/>
    <path d="M60 98h40l14 28-18 26H64l-18-26Z" fill="${GLOW}" opacity=".55"/>
    <path d="M60 98h40l14 28-18 26H64l-18-26Zm0 0L46 88m54 10 14-12M46 126l-26 8m94-8 28 6m-78 20-10 18m42-18 10 18" ${line(5, deep)}/>`;
}

/** A hen. */
export function drawHen({ fur, deep, light }: Coat, look: Look, tilt: number): string {
  return `<path d="M44 200c-8-44 14-84 56-84s64 40 56 84Z" fill="${fur}"/>
    <path d="M70 200c-4-28 10-50 30-50s34 22 30 50Z" fill="${light}"/>
    <path d="M60 160q10 10 20 0m40 0q10 10 20 0M58 182q8 8 16 0m52 0q8 8 16 0" ${line(4, deep)}/>
    <g transform="rotate(${tilt} 100 120)">
      <path d="M72 50c-6-16 8-26 16-14 2-18 22-18 24 0 8-12 22-2 16 14Z" fill="${BRICK}"/>
      <path d="M58 92c0-30 18-48 42-48s42 18 42 48c0 26-16 44-42 44s-42-18-42-44Z" fill="${fur}"/>
      ${eyes(look.eyes, { apart: 22, y: 84, size: 6 })}
      <path d="M84 96h32l-16 20Z" fill="${MARIGOLD}" stroke="${MARIGOLD}" stroke-width="4" stroke-linejoin="round"/>
      <path d="M90 116q-6 20 4 20t6-18q-2 18 8 18t2-20Z" fill="${BRICK}"/>
    </g>`;
}
