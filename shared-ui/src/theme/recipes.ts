import { defineSlotRecipe } from '@chakra-ui/react';

const slots = [
  'trigger',
  'backdrop',
  'positioner',
  'content',
  'title',
  'description',
  'closeTrigger',
  'header',
  'body',
  'footer',
];

const backdrop = {
  position: 'fixed',
  inset: 0,
  background: 'overlay',
  zIndex: 'overlay',
  _open: { animation: 'fade-in 180ms' },
  _closed: { animation: 'fade-out 120ms' },
};

const parts = {
  header: { display: 'flex', alignItems: 'center', gap: '3', px: '6', pt: '5', pb: '2' },
  title: { textStyle: 'title', flex: 1 },
  description: { color: 'textMuted' },
  body: { flex: 1, px: '6', py: '2', overflowY: 'auto', minH: 0 },
  footer: {
    display: 'flex',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    px: '6',
    pt: '4',
    pb: '5',
  },
};

const content = {
  display: 'flex',
  flexDirection: 'column',
  background: 'raised',
  color: 'text',
  boxShadow: 'lg',
  outline: 'none',
  zIndex: 'modal',
};

export const dialogRecipe = defineSlotRecipe({
  slots,
  base: {
    ...parts,
    backdrop,
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'modal',
      display: 'flex',
      alignItems: { base: 'flex-end', sm: 'center' },
      justifyContent: 'center',
      p: { base: 0, sm: '6' },
    },
    content: {
      ...content,
      width: '100%',
      maxHeight: '100%',
      borderRadius: 'xl',
      borderBottomRadius: { base: 0, sm: 'xl' },
      _open: { animation: 'rise 180ms' },
      _closed: { animation: 'sink 120ms' },
    },
  },
  variants: {
    size: {
      sm: { content: { maxW: '400px' } },
      md: { content: { maxW: '520px' } },
      lg: { content: { maxW: '760px' } },
      cover: {
        positioner: { alignItems: 'flex-start', pt: { base: 0, sm: '12vh' } },
        content: {
          maxW: { sm: '640px' },
          height: { base: '100dvh', sm: 'auto' },
          borderRadius: { base: 0, sm: 'xl' },
          overflow: 'hidden',
        },
      },
    },
  },
  defaultVariants: { size: 'md' },
});

export const drawerRecipe = defineSlotRecipe({
  slots,
  base: {
    ...parts,
    header: { ...parts.header, py: '4', borderBottomWidth: '1px' },
    body: { ...parts.body, py: '5' },
    footer: { ...parts.footer, py: '4', borderTopWidth: '1px', background: 'sunken' },
    backdrop,
    positioner: { position: 'fixed', inset: 0, zIndex: 'modal', display: 'flex' },
    content: { ...content, height: '100dvh', width: '100%' },
  },
  variants: {
    placement: {
      start: {
        positioner: { justifyContent: 'flex-start' },
        content: { _open: { animation: 'from-left 260ms' }, _closed: { animation: 'to-left 120ms' } },
      },
      end: {
        positioner: { justifyContent: 'flex-end' },
        content: { _open: { animation: 'from-right 260ms' }, _closed: { animation: 'to-right 120ms' } },
      },
    },
    size: {
      xs: { content: { maxW: 'min(17.857rem, 86vw)' } },
      md: { content: { maxW: '520px' } },
      lg: { content: { maxW: 'min(820px, 100vw)' } },
      full: { content: { maxW: '100vw' }, body: { background: 'sunken' }, footer: { background: 'raised' } },
    },
  },
  defaultVariants: { placement: 'end', size: 'md' },
});

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

export const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content', 'contentGroup', 'indicator'],
  base: {
    list: { display: 'flex', gap: '5', borderBottomWidth: '1px', overflowX: 'auto' },
    trigger: {
      position: 'relative',
      py: '2.5',
      minH: '36px',
      color: 'textMuted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      _hover: { color: 'text' },
      _selected: { color: 'text', boxShadow: 'inset 0 -2px 0 var(--rl-colors-accent)' },
      _disabled: { color: 'textSubtle', cursor: 'not-allowed' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    content: { pt: '5', outlineOffset: '4px' },
  },
});
