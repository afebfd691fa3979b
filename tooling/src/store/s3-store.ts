import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { StoreError } from './area-store.ts';
import type { AreaStore } from './area-store.ts';
import { headersOf } from './file-headers.ts';

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const orNothing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    // A missing bucket is no missing file.
    if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
    throw error;
  }
};

const explained = (target: string, error: unknown): StoreError => {
  if (error instanceof StoreError) return error;
  const { name, message } = error as Error;
  const status = statusOf(error);
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') {
    const hint = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY need the right to read, write and list it';
    return new StoreError('denied', `${target} refused (${name}): ${hint}.`, { cause: error });
  }
  if (status === undefined || status >= 500) {
    return new StoreError('unreachable', `${target} cannot be reached: ${message || name}`, { cause: error });
  }
  return new StoreError('failed', `${target} answered ${status} ${name}: ${message}`, { cause: error });
};

/** From the standard AWS_* environment. Checksums only where they are asked for: not every storage knows them. */
const clientOf = (environment: NodeJS.ProcessEnv) =>
  new S3Client({
    forcePathStyle: true,
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

const parse = (target: string) => {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(target);
  if (!match) throw new StoreError('invalid-target', `'${target}' is not of the form s3://bucket/prefix.`);
  return { bucket: match[1]!, prefix: match[2] ? `${match[2]}/` : '' };
};

/** Answers the write of a condition that did not hold: 412, or 409 while another write is under way. */
const lostRace = (error: unknown) => [409, 412].includes(statusOf(error) ?? 0);

/** Areas in S3 or what speaks its language, with conditional writes. Endpoint and credentials as the AWS tools take them. */
export const s3Store = (target: string, client: S3Client = clientOf(process.env)): AreaStore => {
  const { bucket, prefix } = parse(target);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explained(target, error);
    }
  };
  const get = (key: string) => orNothing(client.send(new GetObjectCommand(at(key))));

  const put = (key: string, body: string | Uint8Array, condition: Partial<PutObjectCommandInput> = {}) => {
    const { contentType, cacheControl, contentEncoding } = headersOf(key);
    return client.send(
      new PutObjectCommand({
        ...at(key),
        Body: body,
        ContentType: contentType,
        CacheControl: cacheControl,
        ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
        ...condition,
      }),
    );
  };

  const putIf = async (key: string, text: string, condition: Partial<PutObjectCommandInput>) => {
    try {
      await put(key, text, condition);
      return true;
    } catch (error) {
      // A key that is gone cannot match either.
      if (lostRace(error) || (condition.IfMatch && statusOf(error) === 404)) return false;
      throw error;
    }
  };

  /** A storage that passes over conditions would let two deploys at once lose one of them. */
  const assertConditions = async () => {
    const probe = 'conditional-writes.txt';
    await putIf(probe, 'Deploys try here whether writes are conditional.\n', { IfNoneMatch: '*' });
    const ignored =
      (await putIf(probe, 'none', { IfNoneMatch: '*' })) || (await putIf(probe, 'none', { IfMatch: '"0"' }));
    if (!ignored) return;
    const reason = 'it passes over If-Match and If-None-Match, so two deploys at once could lose one of them';
    throw new StoreError('no-conditional-writes', `${target} cannot hold a registry: ${reason}.`);
  };
  let conditions: Promise<void> | undefined;

  const replaceText = async (key: string, text: string, etag: string | undefined) => {
    await (conditions ??= assertConditions());
    return putIf(key, text, etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag });
  };

  const readText = async (key: string) => {
    const found = await get(key);
    if (!found?.Body) return undefined;
    return { text: await found.Body.transformToString('utf-8'), etag: found.ETag ?? '' };
  };

  const open = async (key: string) => {
    const found = await get(key);
    return found?.Body ? { body: found.Body as Readable, size: found.ContentLength ?? 0 } : undefined;
  };

  return {
    target,
    freshMs: 500,
    readText: (key) => guarded(readText(key)),
    exists: async (key) =>
      (await guarded(orNothing(client.send(new HeadObjectCommand(at(key)))))) !== undefined,
    open: (key) => guarded(open(key)),
    put: async (key, bytes) => {
      await guarded(put(key, bytes));
    },
    replaceText: (key, text, etag) => guarded(replaceText(key, text, etag)),
  };
};
