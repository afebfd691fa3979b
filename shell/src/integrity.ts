declare global {
  interface Window {
    /** Asked by webpack's runtime, of the shell and of every area, for each file that it fetches. */
    readerlensIntegrity: (address: string) => string;
    /** Asked likewise: the address to fetch it from. */
    readerlensAddress: (address: string) => string;
  }
}

/** Well-formed and matches nothing, so that an unknown file is refused. */
const refusal = `sha384-${'A'.repeat(64)}`;

const known = new Map<string, string>();

const absolute = (address: string) => new URL(address, location.origin).href;

/** Vouches for files: addresses (from the page's origin when relative) and their subresource integrity. */
export const trustFiles = (files: Readonly<Record<string, string>>, base = '/') => {
  for (const [file, integrity] of Object.entries(files)) known.set(absolute(base + file), integrity);
};

/** The integrity to fetch a file with; matches nothing when the file is unknown. */
export const integrityFor = (address: string): string => known.get(absolute(address)) ?? refusal;

const asked = new Map<string, number>();

/**
 * The address to fetch a file from. One that is asked for again failed before: its answer may still hang, and the
 * browser would wait for that one, or lie damaged in a cache.
 */
export const addressFor = (address: string): string => {
  const times = asked.get(address) ?? 0;
  asked.set(address, times + 1);
  return times === 0 ? address : `${address}?again=${times}`;
};

/** Vouches for the shell's own files, as the page lists them, and lets webpack's runtime ask. */
export const startIntegrity = () => {
  const text = document.getElementById('readerlens-integrity')?.textContent ?? '{}';
  trustFiles(JSON.parse(text) as Record<string, string>, '');
  window.readerlensIntegrity = integrityFor;
  window.readerlensAddress = addressFor;
};
