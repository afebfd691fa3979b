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
