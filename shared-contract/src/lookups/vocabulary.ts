// The vocabulary of lookups. No schema library here.

/** Lookups of the user service that the proxy allows. */
export const proxyPaths = ['personas', 'service-offerings', 'organization-questions', 'reader-orgs'] as const;
/** Paths of one reader or organization: its name, and how the rest is written. */
export const proxyEntities = ['user/{idOrEmail}?level=full', 'reader-org/{id}'] as const;
/** Longest path: an e-mail address of 254 characters, a prefix such as `user/`, and options. */
export const maxProxyPath = 300;
export type ProxyPath = (typeof proxyPaths)[number];

/** Maximum number of names in one lookup of reader organizations. */
export const maxReaderOrgNames = 2000;
