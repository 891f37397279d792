import { SeatedDog } from './animals.tsx';
import { drawing, Part } from './drawing.tsx';

/**
 * The landing page's picture: a sitter at the door, a dog waiting for its walk, a cat that stays.
 */
export const Neighborhood = drawing(
  '0 0 640 580',
  <>
    <Part name="neighborhood" />
    <g transform="translate(196 318) scale(1.14)">
      <SeatedDog />
    </g>
    <Part name="neighborhood-hand" />
  </>,
);
