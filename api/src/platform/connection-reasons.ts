/** Why a server could not be used, by the code of the error, in words for people who do not know the code. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the server could not be resolved.',
  EAI_AGAIN: 'The name of the server could not be resolved.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  EHOSTUNREACH: 'The server could not be reached.',
  ENETUNREACH: 'The server could not be reached.',
  ETIMEDOUT: 'The server could not be reached.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is not trusted.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server has another name.',
};

/** What a connection failed with, as a sentence. `fetch` has the reason as the cause of its error. */
export const formatConnectionFailure = (error: unknown): string => {
  const { code = '', message, cause } = error as NodeJS.ErrnoException;
  if (cause !== undefined) return formatConnectionFailure(cause);
  return reasons[code] ?? (message.endsWith('.') ? message : `${message}.`);
};

export const formatNoResponse = (deadlineMs: number): string =>
  `No response within ${deadlineMs / 1000} seconds.`;

export const formatStatusFailure = (status: number): string => `The server responded with status ${status}.`;
