import { collar, type Eyes, eyes, line } from './face.ts';
import { type Coat, INK, ROSE } from './palette.ts';

export type DogLook = {
  ears: 'floppy' | 'pricked' | 'folded' | 'long' | 'curly';
  marking?: 'patch' | 'blaze' | 'mask' | 'spots';
  eyes: Eyes;
  tongue?: boolean;
  collar: string;
};

/** A dog from the chest up, looking at the person who holds the leash. */
export function drawDog(coat: Coat, look: DogLook, tilt: number): string {
  const { fur, deep, light } = coat;
  return `<path d="M48 200c2-44 20-66 52-66s50 22 52 66Z" fill="${fur}"/>
    <path d="M76 200c0-30 8-48 24-48s24 18 24 48Z" fill="${light}"/>
    ${collar(look.collar, { half: 33, y: 140 })}
    <g transform="rotate(${tilt} 100 120)">
      ${look.ears === 'floppy' || look.ears === 'folded' ? '' : ears(look, coat)}
      <path d="M52 78c0-30 20-48 48-48s48 18 48 48c0 22-6 36-16 46-9 9-20 14-32 14s-23-5-32-14C58 114 52 100 52 78Z" fill="${fur}"/>
      ${marking(look, coat)}
      <path d="M68 112c0-18 12-30 32-30s32 12 32 30c0 16-14 28-32 28s-32-12-32-28Z" fill="${light}"/>
      ${look.ears === 'floppy' || look.ears === 'folded' ? ears(look, coat) : ''}
      ${eyes(look.eyes, { apart: 22, y: 76, size: 6.4 })}
      <path d="M70 60q8-6 15-3m30 0q7-3 15 3" ${line(3.4, deep)}/>
      ${look.tongue ? `<path d="M91 118q0 26 9 26t9-26Z" fill="${ROSE}"/><path d="M100 122v12" ${line(2, '#c7626b')}/>` : ''}
      <path d="M86 95c0-6 6-9 14-9s14 3 14 9-7 12-14 12-14-6-14-12Z" fill="${INK}"/>
      <ellipse cx="96" cy="91" rx="4" ry="2" fill="#fff" opacity=".45"/>
      <path d="M100 107v8m-17 1q8 8 17-1 9 9 17 1" ${line(3.6)}/>
    </g>`;
}

function ears({ ears: kind }: DogLook, { fur, deep }: Coat): string {
  const left = {
    floppy: `<path d="M66 40c-22-6-36 10-36 38 0 22 8 34 18 32 14-4 18-30 24-48 3-10 2-20-6-22Z" fill="${deep}"/>`,
    folded: `<path d="M76 34C56 20 40 26 36 44c-3 14 2 26 12 26 8 0 14-8 28-20Z" fill="${deep}"/>`,
    pricked: `<path d="M56 70 48 14c0-6 5-8 9-4l38 30Z" fill="${fur}"/><path d="m61 56-5-30 22 20Z" fill="#eba59c"/>`,
    long: `<path d="M64 42c-24-4-38 16-38 52 0 30 8 50 20 48 15-3 16-34 22-60 4-18 6-38-4-40Z" fill="${deep}"/>`,
    curly: `<g fill="${deep}"><circle cx="48" cy="58" r="17"/><circle cx="40" cy="80" r="17"/><circle cx="42" cy="102" r="16"/><circle cx="82" cy="30" r="15"/><circle cx="100" cy="25" r="15"/></g>`,
  }[kind];
  return `${left}<g transform="matrix(-1 0 0 1 200 0)">${left}</g>`;
}

function marking({ marking: kind }: DogLook, { deep, light }: Coat): string {
  switch (kind) {
    case 'patch':
      return `<path d="M106 60c6-16 32-16 40 4 4 14-4 34-16 34-14 0-30-20-24-38Z" fill="${deep}"/>`;
    case 'blaze':
      return `<path d="M90 31h20c2 20-2 36-2 60H92c0-24-4-40-2-60Z" fill="${light}"/>`;
    case 'mask':
      return `<path d="M54 76c10-18 34-18 46-4 12-14 36-14 46 4 2 22-8 34-22 34H76c-14 0-24-12-22-34Z" fill="${deep}"/>`;
    case 'spots':
      return `<g fill="${deep}"><circle cx="80" cy="46" r="8"/><circle cx="124" cy="52" r="10"/><circle cx="64" cy="98" r="7"/><circle cx="138" cy="100" r="6"/><circle cx="104" cy="40" r="5"/></g>`;
    default:
      return '';
  }
}
