/** Labels stand beside the bars, or above them on narrow cards. */
export const chooseLayout = (width: number) =>
  width >= 440
    ? { above: false, rowHeight: 36, thickness: 18, labelWidth: Math.min(210, width * 0.34) }
    : { above: true, rowHeight: 46, thickness: 10, labelWidth: 0 };
