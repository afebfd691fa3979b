/** Whom readers of a sheet can ask. */
export interface Help {
  readonly email: string;
  readonly knowledgeBaseUrl: string;
}

const given = (): Record<string, unknown> => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="readerlens-config"]');
  try {
    return (JSON.parse(meta?.content ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    // A page with a broken configuration has the defaults everywhere.
    return {};
  }
};

/** As the server tells the page. */
export const readHelp = (): Help => {
  const { supportEmail, knowledgeBaseUrl } = given();
  const isWeb = typeof knowledgeBaseUrl === 'string' && /^https?:\/\//.test(knowledgeBaseUrl);
  return {
    email: typeof supportEmail === 'string' && supportEmail !== '' ? supportEmail : 'support@example.com',
    knowledgeBaseUrl: isWeb ? knowledgeBaseUrl : 'https://example.com/help',
  };
};
