import { type CatLook, drawCat } from './cat.ts';
import { type DogLook, drawDog } from './dog.ts';
import { COATS, type CoatName } from './palette.ts';
import { drawPerson } from './person.ts';
import { SCENES, type SceneName } from './scenes.ts';
import {
  drawBird,
  drawGuineaPig,
  drawHen,
  drawRabbit,
  drawTortoise,
  type Look,
} from './small-animals.ts';

type Common = { coat: CoatName; scene: SceneName; tilt?: number; mirrored?: boolean };

/** The looks of an animal; enough to draw it the same each time. */
export type Portrait = Common &
  (
    | { species: 'dog'; look: DogLook }
    | { species: 'cat'; look: CatLook }
    | { species: 'rabbit' | 'guinea pig' | 'bird' | 'tortoise' | 'hen'; look: Look }
  );

const SMALL = {
  rabbit: drawRabbit,
  'guinea pig': drawGuineaPig,
  bird: drawBird,
  tortoise: drawTortoise,
  hen: drawHen,
};

/** A square SVG of an animal in its place. */
export function drawPortrait(portrait: Portrait): string {
  const { scene, mirrored = false } = portrait;
  const turn = mirrored ? ' transform="matrix(-1 0 0 1 200 0)"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 200 200">
    ${SCENES[scene]}<g${turn}>${drawAnimal(portrait)}</g></svg>`;
}

/** A square SVG of a person. */
export function drawNeighbor(n: number): string {
  const scenes = Object.values(SCENES);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 200 200">
    ${scenes[(n + 3 * Math.floor(n / scenes.length)) % scenes.length]}${drawPerson(n)}</svg>`;
}

function drawAnimal(portrait: Portrait): string {
  const coat = COATS[portrait.coat];
  const { tilt = 0 } = portrait;
  if (portrait.species === 'dog') return drawDog(coat, portrait.look, tilt);
  if (portrait.species === 'cat') return drawCat(coat, portrait.look, tilt);
  return SMALL[portrait.species](coat, portrait.look, tilt);
}
