/** Support contacts in the footer of a sheet. */
export interface Help {
  readonly email: string;
  readonly knowledgeBaseUrl: string;
}

const pageConfig = (): Record<string, unknown> => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="readerlens-config"]');
  try {
    return (JSON.parse(meta?.content ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    // A malformed configuration falls back to the defaults.
    return {};
  }
};

/** Reads the support contacts from the configuration that the server puts into the page. */
export const readHelp = (): Help => {
  const { supportEmail, knowledgeBaseUrl } = pageConfig();
  const isWebAddress = typeof knowledgeBaseUrl === 'string' && /^https?:\/\//.test(knowledgeBaseUrl);
  return {
    email: typeof supportEmail === 'string' && supportEmail !== '' ? supportEmail : 'support@example.com',
    knowledgeBaseUrl: isWebAddress ? knowledgeBaseUrl : 'https://example.com/help',
  };
};
