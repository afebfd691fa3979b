const hues: readonly (readonly [number, string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [66, 'yellow'],
  [160, 'green'],
  [196, 'teal'],
  [250, 'blue'],
  [285, 'violet'],
  [325, 'purple'],
  [347, 'pink'],
  [361, 'red'],
];

const hueOf = ([red, green, blue]: [number, number, number], most: number, spread: number): number => {
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return sector * 60;
};

/** What people call a colour in hex: 'dark blue', 'light grey'. For those who cannot tell it by eye. */
export const colorName = (hex: string): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  const [spread, light] = [most - least, (most + least) / 2];
  if (light > 0.96) return 'white';
  if (light < 0.06) return 'black';
  const shade = light > 0.68 ? 'light ' : light < 0.32 ? 'dark ' : '';
  if (spread < 0.1) return `${shade}grey`;
  const hue = hueOf(parts, most, spread);
  if (shade === 'dark ' && hue >= 15 && hue < 66) return 'brown';
  return `${shade}${hues.find(([end]) => hue < end)?.[1] ?? 'red'}`;
};
