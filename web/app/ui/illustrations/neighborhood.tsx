import { SeatedDog } from './animals.tsx';
import { drawing, Part } from './drawing.tsx';

/** The landing's picture: a sitter at the door, the dog that waits for the walk, the cat that stays. */
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
