// The vocabulary of lookups. No schema library in here.

/** Lookups of the user service that may be asked for through the proxy. */
export const proxyPaths = ['personas', 'service-offerings', 'organization-questions', 'reader-orgs'] as const;
/** Longest path: an e-mail address of 254 characters, a prefix such as `user/`, and options. */
export const maxProxyPath = 300;
export type ProxyPath = (typeof proxyPaths)[number];

/** Most names that one lookup of reader organisations takes. */
export const maxReaderOrgNames = 2000;
