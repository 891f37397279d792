import { type Eyes, eyes, line } from './face.ts';
import { BRICK, INK, LEAF, LEAF_DEEP, MARIGOLD, ROSE, SLATE_DEEP } from './palette.ts';

const SKINS = ['#f3cfae', '#e0ac7e', '#c58a5a', '#9c6642', '#6f4630', '#f7dcc4'] as const;
const HAIRS = ['#2c2320', '#5a3a26', '#a4652f', '#d9b25f', '#8f9496', '#b5482f'] as const;
const SHIRTS = [LEAF_DEEP, BRICK, MARIGOLD, SLATE_DEEP, ROSE, LEAF] as const;
const EYES: Eyes[] = ['open', 'happy', 'open', 'sleepy'];

/** The hair behind the face, and over the forehead. */
const HAIRCUTS: ((color: string) => { behind: string; over: string })[] = [
  (color) => ({
    behind: '',
    over: `<path d="M58 92c-4-40 18-56 42-56s46 16 42 56c-6-18-14-26-24-30-16 8-36 8-50 2-6 8-8 18-10 28Z" fill="${color}"/>`,
  }),
  (color) => ({
    behind: `<path d="M48 160V88c0-36 22-54 52-54s52 18 52 54v72c-12 8-92 8-104 0Z" fill="${color}"/>`,
    over: `<path d="M60 90c0-30 14-44 40-44s40 14 40 44c-14-6-26-18-32-30-10 14-28 26-48 30Z" fill="${color}"/>`,
  }),
  (color) => ({
    behind: `<circle cx="100" cy="34" r="20" fill="${color}"/>`,
    over: `<path d="M58 88c0-32 16-48 42-48s42 16 42 48c-8-22-24-30-42-30s-34 8-42 30Z" fill="${color}"/>`,
  }),
  (color) => ({
    behind: [62, 84, 116, 138, 50, 150]
      .map((x, n) => `<circle cx="${x}" cy="${n > 3 ? 84 : 52}" r="26" fill="${color}"/>`)
      .join(''),
    over: `<path d="M62 78c6-22 20-30 38-30s32 8 38 30c-12-12-24-16-38-16s-26 4-38 16Z" fill="${color}"/>`,
  }),
  (color) => ({
    behind: '',
    over: `<path d="M60 84c-2-14 2-26 8-32M140 84c2-14-2-26-8-32" ${line(11, color)}/>`,
  }),
  (color) => ({
    behind: `<path d="M50 128c-6-60 8-94 50-94s56 34 50 94c-6 10-14 10-18 2H68c-4 8-12 8-18-2Z" fill="${color}"/>`,
    over: `<path d="M60 80c4-26 18-36 40-36s36 10 40 36H60Z" fill="${color}"/>`,
  }),
];

const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T;

/** A person from the shoulders up; each number is a different one, and always the same. */
export function drawPerson(n: number): string {
  // Each round through the haircuts combines them with other colors.
  const round = Math.floor(n / HAIRCUTS.length);
  const skin = at(SKINS, n * 5 + 1 + round * 2);
  const hair = at(HAIRCUTS, n)(at(HAIRS, n * 7 + round));
  const glasses =
    n % 4 === 2
      ? `<g ${line(3.4)}><circle cx="80" cy="98" r="13"/><circle cx="120" cy="98" r="13"/><path d="M93 98h14"/></g>`
      : '';
  return `${hair.behind}
    <path d="M34 200c2-34 26-50 66-50s64 16 66 50Z" fill="${at(SHIRTS, n * 5 + round)}"/>
    <path d="M84 138h32v22c-6 10-26 10-32 0Z" fill="${skin}"/>
    <path d="M84 146c8 8 24 8 32 0v8c-8 6-24 6-32 0Z" fill="${INK}" opacity=".12"/>
    <ellipse cx="100" cy="98" rx="42" ry="48" fill="${skin}"/>
    ${hair.over}
    ${eyes(at(EYES, n), { apart: 20, y: 98, size: 5.4 })}${glasses}
    <path d="M97 106q5 8 2 10" ${line(3, '#00000040')}/>
    <path d="M84 124q16 ${10 + (n % 3) * 3} 32 0" ${line(4)}/>
    <g fill="${ROSE}" opacity=".35"><circle cx="70" cy="114" r="7"/><circle cx="130" cy="114" r="7"/></g>`;
}
