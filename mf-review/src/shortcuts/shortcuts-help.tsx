import { Box, Dialog, IconButton, Switch, Text, styled } from '@readerlens/ui';
import { Keyboard } from 'lucide-react';

const keys = [
  ['j', 'Next activity'],
  ['k', 'Previous activity'],
  ['x', 'Select or deselect the current activity'],
  ['a', 'Approve the selected activities, or the current one'],
  ['r', 'Reject the selected activities, or the current one'],
  ['?', 'Show this help'],
] as const;

const Key = styled('kbd', {
  base: {
    display: 'inline-block',
    minW: '22px',
    px: '1.5',
    textAlign: 'center',
    fontFamily: 'mono',
    textStyle: 'small',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'sm',
    background: 'sunken',
  },
});

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  on: boolean;
  onSwitch: (on: boolean) => void;
}

/** The shortcuts of the page, and a switch to turn them off. */
export const ShortcutsHelp = ({ open, onOpenChange, on, onSwitch }: Props) => (
  <>
    <IconButton
      label="Keyboard shortcuts"
      variant="secondary"
      icon={<Keyboard size={16} aria-hidden="true" />}
      onClick={() => onOpenChange(true)}
    />
    <Dialog open={open} onClose={() => onOpenChange(false)} size="sm" title="Keyboard shortcuts">
      <Box as="dl" display="grid" gridTemplateColumns="auto 1fr" columnGap="3" rowGap="2" mb="4">
        {keys.map(([key, does]) => (
          <Box key={key} display="contents">
            <dt>
              <Key>{key}</Key>
            </dt>
            <Box as="dd" m="0" textStyle="small">
              {does}
            </Box>
          </Box>
        ))}
      </Box>
      <Switch label="Use keyboard shortcuts" checked={on} onCheckedChange={onSwitch} />
      <Text textStyle="caption" color="textMuted" mt="1" mb="3">
        Saved in this browser.
      </Text>
    </Dialog>
  </>
);
