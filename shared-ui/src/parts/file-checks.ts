/** '12 KB', '3.4 MB' or '1.2 GB'. */
export const fileSizeText = (bytes: number): string => {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const [size, unit] = kilobytes < 1000 * 1024 ? [kilobytes / 1024, 'MB'] : [kilobytes / 1024 ** 2, 'GB'];
  return `${size.toLocaleString('en-US', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
};

export interface FileRules {
  /** As of <input accept>: '.csv', 'image/*', 'application/pdf'. Any file when absent. */
  readonly accept?: readonly string[];
  readonly maxBytes?: number;
}

const matches = ({ name, type }: File, pattern: string): boolean => {
  if (pattern.startsWith('.')) return name.toLowerCase().endsWith(pattern.toLowerCase());
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
};

export const isTooLarge = ({ size }: File, { maxBytes }: FileRules): boolean =>
  maxBytes !== undefined && size > maxBytes;

/** Why a file is refused before it is sent; undefined when it is accepted. The server checks its content again. */
export const fileProblem = (file: File, rules: FileRules): string | undefined => {
  const { accept, maxBytes } = rules;
  if (accept && !accept.some((pattern) => matches(file, pattern)))
    return `${file.name} is not of an accepted file type.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (isTooLarge(file, rules)) return `${file.name} is larger than ${fileSizeText(maxBytes!)}.`;
  return undefined;
};
