import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { setTheme, type Theme, useTheme } from './theme.ts';

const options: readonly { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
  { value: 'system', label: 'Same as my device', icon: <Monitor aria-hidden="true" /> },
];

/** Light, dark, or whatever the device does [P8]. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <SegmentedControl label="Theme" value={theme} onChange={setTheme} options={options} iconsOnly />
  );
}
