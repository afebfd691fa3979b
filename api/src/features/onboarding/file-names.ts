import path from 'node:path';
import filenamify from 'filenamify';

/** Leaves room for a number, and for the folder that somebody unpacks to. */
const maxLength = 120;

/**
 * A name that every system can store. Characters that change the direction of writing are removed: they make a program
 * look like a document.
 */
export const safeFileName = (name: string): string =>
  filenamify(name.normalize('NFC').replace(/[\p{Cf}\p{Cs}]/gu, ''), {
    replacement: '_',
    maxLength,
  });

/** Gives out safe names, each once: 'a.pdf', 'a (2).pdf'. Case is ignored, because some systems ignore it. */
export const uniqueFileNames = () => {
  const taken = new Set<string>();
  return (wanted: string): string => {
    const safe = safeFileName(wanted);
    const { name, ext } = path.parse(safe);
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? safe : `${name} (${number})${ext}`;
      const key = free.toLowerCase();
      if (!taken.has(key)) {
        taken.add(key);
        return free;
      }
    }
  };
};
