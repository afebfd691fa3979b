/** A rectangle in the window, in pixels. */
export interface TargetBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Window {
  width: number;
  height: number;
}

export interface Place {
  /** Position of the step relative to its target; 'apart' when there is no room next to it. */
  side: 'right' | 'below' | 'above' | 'apart';
  width: number;
  left: number;
  /** From the top of the window, or from its bottom for 'above' and 'apart'. */
  offset: number;
  /** The position of the arrow along the step's edge. */
  arrow: number;
}

const margin = 12;
const gap = 14;
const maxWidth = 320;
/** More than any step needs. */
const neededHeight = 230;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Where a step goes: beside a tall target, else below or above it, else at the bottom of the window. */
export const placeStep = (target: TargetBox, view: Window): Place => {
  const width = Math.min(maxWidth, view.width - 2 * margin);
  const right = target.left + target.width + gap;
  if (target.height > view.height / 2 && right + width + margin <= view.width) {
    const offset = clamp(target.top + 72, margin, view.height - neededHeight);
    return { side: 'right', width, left: right, offset, arrow: 28 };
  }
  const middle = target.left + target.width / 2;
  const left = clamp(middle - width / 2, margin, view.width - width - margin);
  const arrow = clamp(middle - left, 20, width - 20);
  const below = target.top + target.height + gap;
  if (below + neededHeight <= view.height) return { side: 'below', width, left, offset: below, arrow };
  if (target.top - gap >= neededHeight)
    return { side: 'above', width, left, offset: view.height - target.top + gap, arrow };
  return { side: 'apart', width, left: (view.width - width) / 2, offset: margin, arrow };
};
