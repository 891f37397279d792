import { useConfig } from '~/lib/config.ts';

/** Where to call when a person is in danger: the number that the instance names, as part of a sentence. */
export function EmergencyNumber() {
  const number = useConfig()?.emergency_number;
  if (!number) return 'your local emergency number';
  return (
    // The padding makes it as high as a thumb without moving the lines apart.
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className="py-3 font-semibold underline">
      {number}
    </a>
  );
}
