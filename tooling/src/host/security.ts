/** Headers of every response of the host. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // The browser blocks scripts without an integrity, including any that are not in the registry.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/**
 * The content security policy of the page: no inline scripts, no eval, and styles created at run time need the nonce.
 * `origins` are other origins that areas and previews may come from.
 */
export const contentSecurityPolicy = (
  nonce: string,
  { secure, origins = [] }: { secure: boolean; origins?: string[] },
) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...origins].join(' '),
    ['style-src', "'self'", `'nonce-${nonce}'`, ...origins].join(' '),
    "img-src 'self' data: blob:",
    ['font-src', "'self'", 'data:', ...origins].join(' '),
    ['connect-src', "'self'", ...origins].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
