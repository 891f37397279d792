import { SeatedDog } from './animals.tsx';
import { drawing, Part } from './drawing.tsx';

export const DogOnLead = drawing(
  '0 0 260 200',
  <>
    <Part name="dog-on-lead" />
    <g transform="translate(42 -2)">
      <SeatedDog />
    </g>
  </>,
);
