/** The name that a file brings along, else this one. */
export const fileNameOf = (blob: Blob, otherwise: string): string =>
  blob instanceof File && blob.name !== '' ? blob.name : otherwise;

/** Hands a file to the browser, which saves it under this name. */
export const saveFile = (blob: Blob, name: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers fetch the address of a download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
