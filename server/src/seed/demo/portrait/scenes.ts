import {
  BRICK,
  CREAM,
  GLOW,
  LEAF,
  LEAF_DEEP,
  MARIGOLD,
  ROSE,
  SKY,
  SLATE_DEEP,
  SPRUCE,
  WALL,
} from './palette.ts';

/** The background: drawn behind the animal, over the whole picture of 200 × 200. */
export const SCENES = {
  meadow: `<rect width="200" height="200" fill="${SKY}"/>
    <circle cx="158" cy="40" r="20" fill="${GLOW}"/>
    <path d="M0 138q50-34 104-14t96-16v92H0Z" fill="${LEAF}"/>
    <path d="M0 166q60-22 118-6t82-8v48H0Z" fill="${LEAF_DEEP}"/>`,
  window: `<rect width="200" height="200" fill="${WALL}"/>
    <rect x="22" y="16" width="156" height="126" rx="10" fill="${SKY}"/>
    <path d="M22 112q40-22 78-8t78-10v48H22Z" fill="${LEAF}"/>
    <path d="M100 16v126M22 72h156" stroke="${CREAM}" stroke-width="7"/>
    <rect x="22" y="16" width="156" height="126" rx="10" fill="none" stroke="${CREAM}" stroke-width="8"/>
    <rect y="150" width="200" height="50" fill="${CREAM}"/>`,
  room: `<rect width="200" height="200" fill="#d5f1df"/>
    <rect y="152" width="200" height="48" fill="${BRICK}"/>
    <path d="M34 152v-34" stroke="${LEAF_DEEP}" stroke-width="5"/>
    <path d="M34 122q-26-8-24-38 26 6 24 38Zm0-8q-2-36 26-44 6 32-26 44Z" fill="${LEAF}"/>
    <path d="M20 146h28l-5 30H25Z" fill="${MARIGOLD}"/>
    <circle cx="150" cy="52" r="30" fill="${SKY}" stroke="${CREAM}" stroke-width="7"/>
    <path d="M122 60q28-16 57 0-8 20-29 20t-28-20Z" fill="${LEAF}"/>`,
  evening: `<rect width="200" height="200" fill="${SLATE_DEEP}"/>
    <circle cx="46" cy="44" r="18" fill="${GLOW}"/><circle cx="54" cy="39" r="16" fill="${SLATE_DEEP}"/>
    <g fill="${GLOW}"><circle cx="100" cy="24" r="2.2"/><circle cx="150" cy="46" r="2.6"/>
    <circle cx="176" cy="22" r="1.8"/><circle cx="24" cy="92" r="1.8"/><circle cx="182" cy="88" r="2"/></g>
    <path d="M0 150q52-26 100-12t100-10v72H0Z" fill="${SPRUCE}"/>`,
  blanket: `<rect width="200" height="200" fill="#fdeec5"/>
    <path d="M0 128q100-26 200 0v72H0Z" fill="${ROSE}"/>
    <path d="M0 150q100-26 200 0M0 176q100-26 200 0" stroke="${CREAM}" stroke-width="6" fill="none"/>
    <path d="M40 120v80M100 114v86M160 120v80" stroke="${CREAM}" stroke-width="6" opacity=".55"/>`,
  beach: `<rect width="200" height="200" fill="#fdeec5"/>
    <rect y="84" width="200" height="44" fill="#7fc6c4"/>
    <path d="M0 100q12-8 25 0t25 0 25 0 25 0 25 0 25 0 25 0 25 0" stroke="${CREAM}" stroke-width="4" fill="none"/>
    <path d="M0 124q100-14 200 0v76H0Z" fill="#ecd49c"/>
    <circle cx="38" cy="40" r="18" fill="${MARIGOLD}"/>`,
};
export type SceneName = keyof typeof SCENES;
