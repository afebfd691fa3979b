/** Copies a text. Returns whether it succeeded: the clipboard requires a secure context and may be blocked. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
