import multipart from '@fastify/multipart';
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest, invalidInput } from './errors.ts';
import { checkInput } from './validation.ts';

export interface FormRules {
  readonly limits: NonNullable<FastifyMultipartBaseOptions['limits']>;
  /** Reads or discards a file. Throws for one that is not expected. */
  readonly file: (part: MultipartFile) => Promise<void>;
  /** The value of a text field, as the contract defines it. */
  readonly value: (name: string, text: string) => unknown;
}

/** Refuses a part of a form that is too large. */
export const tooLarge = (path: string, message = 'is too large') =>
  new AppError(413, 'payload_too_large', `${path} ${message}.`, { details: [{ path, message }] });

export const parseJsonField = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput(path, `${path} is not valid JSON`);
  }
};

/** The text of a field of a form. */
export const readFieldText = (part: Extract<Multipart, { type: 'field' }>): string => {
  if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge(part.fieldname);
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
};

const readForm = async (request: FastifyRequest, { file, value }: FormRules): Promise<unknown> => {
  const fields: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') await file(part);
    else fields[part.fieldname] = readFieldText(part);
  }
  const { payload, ...own } = fields;
  if (payload !== undefined) return parseJsonField('payload', payload);
  return Object.fromEntries(Object.entries(own).map(([name, text]) => [name, value(name, text)]));
};

/** A form that cannot be parsed is a client error, not a server error. Only the parser's own errors have no code. */
export const formError = (error: unknown): unknown => {
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  const isKnown = error instanceof AppError || statusCode !== undefined || code !== undefined;
  return isKnown ? error : badRequest('The form cannot be read.');
};

/** Registers multipart forms in a scope of routes, whose handlers read them. */
export const registerForms = async (app: FastifyInstance, limits: FormRules['limits']): Promise<void> => {
  await app.register(multipart, { throwFileSizeLimit: false, limits });
};

/** Makes the routes of a scope accept forms in addition to JSON; both are validated with the same schema. */
export const acceptForms = async (app: FastifyInstance, rules: FormRules): Promise<void> => {
  await registerForms(app, rules.limits);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    request.body = await readForm(request, rules).catch((error: unknown) => {
      throw formError(error);
    });
    checkInput(request.body);
  });
};
