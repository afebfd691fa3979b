import { defineGlobalStyles } from '@chakra-ui/react';

export const keyframes = {
  'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
  'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: 'translateY(6px)' }, to: { opacity: 1, transform: 'none' } },
  sink: { from: { opacity: 1, transform: 'none' }, to: { opacity: 0, transform: 'translateY(4px)' } },
  'from-right': {
    from: { transform: 'translateX(32px)', opacity: 0 },
    to: { transform: 'none', opacity: 1 },
  },
  'to-right': { from: { transform: 'none', opacity: 1 }, to: { transform: 'translateX(32px)', opacity: 0 } },
  'from-left': {
    from: { transform: 'translateX(-32px)', opacity: 0 },
    to: { transform: 'none', opacity: 1 },
  },
  'to-left': { from: { transform: 'none', opacity: 1 }, to: { transform: 'translateX(-32px)', opacity: 0 } },
  turn: { to: { transform: 'rotate(360deg)' } },
  sweep: { '0%': { left: '-35%', right: '100%' }, '60%, 100%': { left: '100%', right: '-60%' } },
  pulse: { '50%': { opacity: 0.45 } },
};

const motionOff = {
  // Not zero: dialogs and menus wait for the end of their animation.
  animationDuration: '0.01ms !important',
  animationIterationCount: '1 !important',
  // Zero: any other value starts a transition of every property of every element when the color mode changes.
  transitionDuration: '0s !important',
  scrollBehavior: 'auto !important',
};

// Dialogs, drawers, menus and tooltips stay in the page until their animation ends. A click meanwhile is for the page.
const closingLayers = [
  '[data-scope]:is([data-part="backdrop"], [data-part="content"])[data-state="closed"]',
  '[data-scope][data-part="positioner"]:has(> [data-state="closed"])',
].join(', ');

export const globalCss = defineGlobalStyles({
  // 87.5% is 14 px, and still scales with the user's browser setting.
  html: { fontSize: '87.5%', textSizeAdjust: '100%', scrollbarGutter: 'auto' },
  body: {
    fontFamily: 'body',
    fontSize: 'md',
    fontWeight: 'regular',
    lineHeight: 'body',
    color: 'text',
    background: 'bg',
    fontFeatureSettings: "'cv11', 'ss03'",
  },
  'html, :host': { '--global-color-border': 'colors.border' },
  '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--rl-colors-border-strong) transparent' },
  '::selection': { backgroundColor: '#F4BD3F59' },
  ':focus-visible': { outline: '2px solid var(--rl-colors-focus)', outlineOffset: '2px' },
  'h1[tabindex="-1"]:focus, main:focus': { outline: 'none' },
  // What areas put into the body beside this kit's dialogs, menus and messages: below the sidebar and the top bar.
  'body > :not(#root, #rl-toaster, [data-scope])': { isolation: 'isolate', zIndex: '0 !important' },
  'input, textarea': { '&::placeholder': { color: 'textSubtle', opacity: 1 } },
  [closingLayers]: { pointerEvents: 'none !important' },
  '*, *::before, *::after': { _motionReduce: motionOff },
});
