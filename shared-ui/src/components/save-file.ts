/** The name of a file, or `otherwise` for a blob without a name. */
export const chooseFileName = (blob: Blob, otherwise: string): string =>
  blob instanceof File && blob.name !== '' ? blob.name : otherwise;

/** Downloads a blob under the given name. */
export const saveFile = (blob: Blob, name: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers read the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
