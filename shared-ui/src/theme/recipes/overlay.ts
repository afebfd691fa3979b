import { defineSlotRecipe } from '@chakra-ui/react';

const panel = {
  background: 'raised',
  color: 'text',
  borderRadius: 'lg',
  boxShadow: 'lg',
  outline: 'none',
  zIndex: 'popover',
  _open: { animation: 'rise 120ms' },
  _closed: { animation: 'fade-out 80ms' },
};

export const menuRecipe = defineSlotRecipe({
  slots: [
    'contextTrigger',
    'trigger',
    'triggerItem',
    'indicator',
    'positioner',
    'arrow',
    'arrowTip',
    'content',
    'item',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'itemText',
    'itemCommand',
    'separator',
  ],
  base: {
    content: { ...panel, minW: '200px', maxH: 'var(--available-height)', overflowY: 'auto', p: '1.5' },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minH: '30px',
      px: '2.5',
      py: '1',
      borderRadius: 'md',
      cursor: 'pointer',
      userSelect: 'none',
      outline: 'none',
      _highlighted: { background: 'hover' },
      _disabled: { color: 'textSubtle', cursor: 'not-allowed' },
      '& svg': { color: 'textMuted', flexShrink: 0 },
    },
    itemText: { flex: 1 },
    itemGroupLabel: { px: '2.5', pt: '2', pb: '1', textStyle: 'overline', color: 'textSubtle' },
    separator: { height: '1px', background: 'border', my: '1.5', mx: '-6px' },
  },
});

export const tooltipRecipe = defineSlotRecipe({
  slots: ['trigger', 'arrow', 'arrowTip', 'positioner', 'content'],
  base: {
    content: {
      background: 'text',
      color: 'bg',
      textStyle: 'caption',
      fontWeight: 'medium',
      px: '2',
      py: '1',
      borderRadius: 'md',
      maxW: '280px',
      zIndex: 'tooltip',
      _open: { animation: 'fade-in 120ms' },
    },
  },
});
