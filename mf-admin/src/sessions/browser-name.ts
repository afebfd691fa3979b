/** From the most to the least specific: Edge also calls itself Chrome, and Chrome Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)(?=[^\d].*\bSafari\/)/, 'Safari'],
];

/** iPhone and Android also name the system that they descend from. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findBrowser = (userAgent: string): string | undefined => {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  const program = /^([\w.-]+)\//.exec(userAgent)?.[1];
  return program === 'Mozilla' ? undefined : program;
};

/** 'Firefox 140 on Windows', for a User-Agent header; of other programs, the name that they give. */
export const browserName = (userAgent: string | null): string => {
  const browser = (userAgent && findBrowser(userAgent)) || 'Unknown browser';
  const system = systems.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
};

export const isPhone = (userAgent: string | null): boolean =>
  /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '');
