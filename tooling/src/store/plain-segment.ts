/** Whether a part of a path is a name of a file or folder that areas may have: no other folder, nothing hidden. */
export const isPlainSegment = (segment: string): boolean => /^[\w@~+-][\w@~+.-]*$/.test(segment);
