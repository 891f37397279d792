import type { PetSize } from '../job/schema.ts';

/** The size for a weight in pounds: up to 25, 60, 100, and above. [J2] */
export function petSizeOf(weight: number): PetSize {
  if (weight <= 25) return 'small';
  if (weight <= 60) return 'medium';
  return weight <= 100 ? 'large' : 'extra_large';
}
