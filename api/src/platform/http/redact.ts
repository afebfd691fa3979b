/** Takes the tokens of mailed links and of preview links out of an address or a text. */
export const withoutLinkTokens = (text: string): string =>
  text.replace(
    /((?:verify-registration-token|set-password|register|api\/files)\/|[?&]preview=)[\w.-]{16,}/g,
    '$1[token]',
  );
