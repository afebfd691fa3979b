/** Replaces the tokens of mailed, file and preview links in a URL or text with `[token]`. */
export const withoutLinkTokens = (text: string): string =>
  text.replace(
    /((?:verify-registration-token|set-password|register|api\/files)\/|[?&]preview=)[\w.-]{16,}/g,
    '$1[token]',
  );
