import { cssColor } from '../theme/palette.ts';

/** The logo of the product: a lens over three columns. */
export const LensMark = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <circle cx="14" cy="14" r="10.2" stroke={cssColor('accent')} strokeWidth="3.2" />
    <path d="M21.6 21.6l6.6 6.6" stroke={cssColor('accent')} strokeWidth="4.2" strokeLinecap="round" />
    <path
      d="M9.8 17v-2.4M14 17.6V9.8M18.2 17v-4.6"
      stroke={cssColor('highlight')}
      strokeWidth="2.7"
      strokeLinecap="round"
    />
  </svg>
);
