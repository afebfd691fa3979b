/** Labels stand beside the bars, or above them on narrow cards. */
export const chooseLayout = (width: number) =>
  width >= 440
    ? { above: false, rowHeight: 36, thickness: 18 }
    : { above: true, rowHeight: 46, thickness: 10 };
