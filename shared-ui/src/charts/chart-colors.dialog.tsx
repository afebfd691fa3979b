import { chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Box, Button, Dialog, Text } from '../components/index.ts';
import { palette, useColorScheme } from '../theme/index.ts';
import { colorName, contrastRatio, minimumContrast } from './colors.ts';

export interface NamedColor {
  name: string;
  /** In hex. */
  color: string;
}

interface Props {
  colors: readonly NamedColor[];
  onApply: (colors: readonly NamedColor[]) => void;
  onClose: () => void;
}

/** Dialog for the colors of a chart's series; changes take effect on Apply. Mounted only while open. */
export const ChartColorsDialog = ({ colors, onApply, onClose }: Props) => {
  const [draft, setDraft] = useState(colors);
  const paint = (name: string, color: string) =>
    setDraft((all) => all.map((entry) => (entry.name === name ? { name, color } : entry)));
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" onClick={() => onApply(draft)}>
        Apply
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="Configure Chart Colors" size="sm" footer={footer}>
      <Text color="textMuted" marginBottom="3">
        Click on a color thumbnail to modify
      </Text>
      {draft.map((entry) => (
        <ColorRow key={entry.name} entry={entry} onChange={(color) => paint(entry.name, color)} />
      ))}
    </Dialog>
  );
};

const Thumbnail = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    width: '40px',
    height: '28px',
    padding: '0',
    border: '0',
    background: 'transparent',
    cursor: 'pointer',
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: '1px solid', borderColor: 'borderStrong', borderRadius: '6px' },
    '&::-moz-color-swatch': { border: '1px solid', borderColor: 'borderStrong', borderRadius: '6px' },
  },
});

const ColorRow = ({ entry, onChange }: { entry: NamedColor; onChange: (color: string) => void }) => {
  const id = useId();
  const contrast = contrastRatio(entry.color, palette[useColorScheme()].surface);
  const weak = contrast < minimumContrast;
  return (
    <Box paddingY="2" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Box display="flex" alignItems="center" gap="3">
        <Thumbnail
          id={id}
          type="color"
          value={entry.color}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <label htmlFor={id}>{entry.name}</label>
        <Box
          as="span"
          id={`${id}-note`}
          marginStart="auto"
          whiteSpace="nowrap"
          textStyle="caption"
          color="textMuted"
        >
          {colorName(entry.color)}
        </Box>
      </Box>
      {weak && (
        <Text as="output" display="flex" gap="1.5" marginTop="1.5" textStyle="caption" color="warning">
          <TriangleAlert size={13} aria-hidden="true" />
          Hard to see on this background: contrast {contrast.toFixed(1)}:1, at least 3:1 is recommended.
        </Text>
      )}
    </Box>
  );
};
