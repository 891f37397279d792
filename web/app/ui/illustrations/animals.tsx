import { Part } from './drawing.tsx';

/** A sitting dog, in a box of 200 × 200; its tail is separate, because it wags. */
export function SeatedDog() {
  return (
    <g>
      <Part name="dog-tail" className="origin-[52px_166px] motion-safe:group-hover:animate-wag" />
      <Part name="dog" />
    </g>
  );
}
