import { MoonIcon, ScreenIcon, SunIcon } from '~/ui/icons.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { setTheme, type Theme, useTheme } from './theme.ts';

/** The choices, shared with the menus. */
export const themeOptions: readonly { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <SunIcon /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon /> },
  { value: 'system', label: 'Same as my device', icon: <ScreenIcon /> },
];

/** Light, dark, or the device's setting [P8]. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <SegmentedControl
      label="Theme"
      value={theme}
      onChange={setTheme}
      options={themeOptions}
      iconsOnly
    />
  );
}
