/** The product's drawing colors as hex: the rasterizer supports neither OKLCH nor themes. */
export const INK = '#12382b';
export const CREAM = '#f9f0da';
export const LEAF = '#58a576';
export const LEAF_DEEP = '#216d4e';
export const SKY = '#c7ece8';
export const WALL = '#f9cfb4';
export const BRICK = '#d47659';
export const ROSE = '#eb8186';
export const GLOW = '#f6dd90';
export const MARIGOLD = '#fab937';
export const SPRUCE = '#063829';
export const SLATE_DEEP = '#344856';

/** A coat: main color, shade for ears and markings, and the light of muzzle and chest. */
export type Coat = { fur: string; deep: string; light: string };

export const COATS = {
  ginger: { fur: '#d0925a', deep: '#a26239', light: CREAM },
  honey: { fur: '#e5bd78', deep: '#c08f48', light: '#fbf3df' },
  chocolate: { fur: '#96684a', deep: '#5f3d29', light: '#d9b48c' },
  slate: { fur: '#5f7786', deep: SLATE_DEEP, light: CREAM },
  charcoal: { fur: '#5d686a', deep: '#343c3f', light: '#e9e2d0' },
  snow: { fur: '#f3ead8', deep: '#cfbd9f', light: '#fffaf0' },
  silver: { fur: '#a9b3b4', deep: '#7b8789', light: '#f4efe2' },
  rust: { fur: '#b8643f', deep: '#8a452a', light: '#f6e2c6' },
  sand: { fur: '#d9c29c', deep: '#ad8f63', light: '#fbf3e2' },
  moss: { fur: '#8fa35b', deep: '#657a3a', light: '#e8e3b4' },
  leaf: { fur: '#6dbb85', deep: LEAF_DEEP, light: GLOW },
  sky: { fur: '#7fb9d6', deep: '#4a86a8', light: '#fbf3df' },
  lemon: { fur: '#f3d667', deep: '#d7ab35', light: '#fff3c4' },
} satisfies Record<string, Coat>;
export type CoatName = keyof typeof COATS;

/** Colors of collars. */
export const COLLARS = {
  spruce: LEAF_DEEP,
  brick: BRICK,
  rose: ROSE,
  slate: SLATE_DEEP,
  marigold: '#d9901c',
};
