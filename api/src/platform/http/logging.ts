import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config.ts';

/** Replaces the tokens of mailed, file and preview links, and the answers of the identity provider, with `[token]`. */
export const withoutLinkTokens = (text: string): string =>
  text
    .replace(
      /((?:verify-registration-token|set-password|register|unsubscribe|api\/files|api\/activity-report-file|api\/onboarding-download)\/|[?&]preview=)[\w.-]{16,}/g,
      '$1[token]',
    )
    .replace(/(\/auth\/oidc\/callback\?)[^\s"]+/g, '$1[token]');

const secretKeys = ['authorization', 'cookie', 'password', 'token', 'hmac', 'secret'];

/** Where the database quotes values: an e-mail address that exists already, a row that breaks a rule. */
const quotedValues = ['err.detail', 'err.where'];

/**
 * Logs JSON lines to standard output, or `destination`, without passwords and tokens. Of a request it logs the pattern of
 * its route: addresses contain readers' e-mail addresses and search terms.
 */
export const createLogger = (config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    redact: {
      paths: [...secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), ...quotedValues],
      censor: '[redacted]',
    },
    serializers: {
      req: ({ method, routeOptions, ip }: FastifyRequest) => ({
        method,
        route: routeOptions.url ?? 'none',
        ip,
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
};
