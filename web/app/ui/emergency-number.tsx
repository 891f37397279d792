import { useConfig } from '~/lib/config.ts';

/** The emergency number within a sentence, as a link if the instance has one. */
export function EmergencyNumber() {
  const number = useConfig()?.emergency_number;
  if (!number) return 'your local emergency number';
  return (
    // The padding makes it easy to tap without increasing the line height.
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className="py-3 font-semibold underline">
      {number}
    </a>
  );
}
