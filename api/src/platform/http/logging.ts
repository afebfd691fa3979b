import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config.ts';
import { withoutLinkTokens } from './redact.ts';

const secretKeys = ['authorization', 'cookie', 'password', 'token', 'hmac', 'secret'];

/** Logs JSON lines to standard output, or `destination`, without passwords and tokens. */
export const createLogger = (config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutLinkTokens(url), ip }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
};
