/** Headers of every answer of the host. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // No script without an integrity: one that slipped past the registry is refused by the browser itself.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/**
 * The content security policy of the page. No inline script and no eval, ever. Styles made at run time carry
 * the nonce. `origins` are those that areas and previews may come from besides the page's own.
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
