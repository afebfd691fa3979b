declare global {
  interface Window {
    /** Called by webpack's runtime, in the shell and in every area, for each file it fetches: its integrity. */
    readerlensIntegrity: (address: string) => string;
    /** Called in the same way: the address to fetch the file from. */
    readerlensAddress: (address: string) => string;
  }
}

/** Well-formed but matches no file, so that the browser blocks an unknown file. */
const unmatchable = `sha384-${'A'.repeat(64)}`;

const known = new Map<string, string>();

const absolute = (address: string) => new URL(address, location.origin).href;

/** Registers the subresource integrity of files by address; relative ones resolve against the page's origin. */
export const registerIntegrity = (files: Readonly<Record<string, string>>, base = '/') => {
  for (const [file, integrity] of Object.entries(files)) known.set(absolute(base + file), integrity);
};

/** The integrity to fetch a file with; matches nothing when the file is unknown. */
export const integrityFor = (address: string): string => known.get(absolute(address)) ?? unmatchable;

const requests = new Map<string, number>();

/**
 * The address to fetch a file from. A file that is requested again has failed before: its first response may still be
 * pending, and the browser would wait for it, or a damaged copy may be in a cache. A new address avoids both.
 */
export const addressFor = (address: string): string => {
  const times = requests.get(address) ?? 0;
  requests.set(address, times + 1);
  return times === 0 ? address : `${address}?again=${times}`;
};

/** Registers the shell's own files, as listed in the page, and installs the hooks for webpack's runtime. */
export const startIntegrity = () => {
  const text = document.getElementById('readerlens-integrity')?.textContent ?? '{}';
  registerIntegrity(JSON.parse(text) as Record<string, string>, '');
  window.readerlensIntegrity = integrityFor;
  window.readerlensAddress = addressFor;
};
