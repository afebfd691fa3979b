import { IconButton, Menu, colorModes, useColorMode } from '@readerlens/ui';
import type { ColorMode } from '@readerlens/ui';
import { Monitor, Moon, Sun } from 'lucide-react';

const icons = { light: Sun, dark: Moon, system: Monitor };
const labels: Record<ColorMode, string> = { light: 'Light', dark: 'Dark', system: 'System' };

/** Chooses light, dark or the color mode of the system. */
export const ColorModeMenu = () => {
  const [mode, setMode] = useColorMode();
  const Icon = icons[mode];
  return (
    <Menu
      trigger={
        <IconButton label={`Color mode: ${labels[mode]}`} icon={<Icon size={17} aria-hidden="true" />} />
      }
      entries={colorModes.map((each) => {
        const EntryIcon = icons[each];
        return {
          id: each,
          label: labels[each],
          icon: <EntryIcon size={16} aria-hidden="true" />,
          checked: each === mode,
          onSelect: () => setMode(each),
        };
      })}
    />
  );
};
