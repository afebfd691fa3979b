import multipart from '@fastify/multipart';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest, invalidInput } from '../../platform/http/errors.ts';
import { checkInput } from '../../platform/http/validation.ts';

const maxPdfBytes = 20 * 1024 * 1024;
const maxFieldBytes = 256 * 1024;

const tooLarge = (path: string) =>
  new AppError(413, 'payload_too_large', `${path} is too large.`, {
    details: [{ path, message: 'is too large' }],
  });

/**
 * Reads and discards an uploaded PDF: the attachment is drawn on the server, from data the sender may see. Other
 * file types are refused.
 */
const checkPdf = async ({ fieldname, file }: MultipartFile): Promise<void> => {
  let head = Buffer.alloc(0);
  for await (const chunk of file as AsyncIterable<Buffer>)
    if (head.length < 5) head = Buffer.concat([head, chunk]).subarray(0, 5);
  if (file.truncated) throw tooLarge(fieldname);
  if (head.toString('latin1') !== '%PDF-')
    throw invalidInput(fieldname, `${fieldname} is not a PDF document`);
};

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput(path, `${path} is not valid JSON`);
  }
};

const flags: Record<string, boolean> = { true: true, false: false };

/** Form fields are text; those that the contract does not define as text are parsed as JSON. */
const fieldValue = (name: string, text: string): unknown => {
  if (name === 'addresses') return parsed(name, text);
  return name.startsWith('attachReport') ? (flags[text] ?? text) : text;
};

const textOf = (part: Extract<Multipart, { type: 'field' }>): string => {
  if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge(part.fieldname);
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
};

const readForm = async (request: FastifyRequest): Promise<unknown> => {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'activityPdf')
        throw invalidInput(part.fieldname, `${part.fieldname} is unknown`);
      await checkPdf(part);
    } else fields[part.fieldname] = textOf(part);
  }
  const { payload, ...own } = fields;
  if (payload !== undefined) return parsed('payload', payload as string);
  return Object.fromEntries(
    Object.entries(own).map(([name, text]) => [name, fieldValue(name, text as string)]),
  );
};

/** A form that cannot be parsed is a client error, not a server error. */
const asClientError = (error: unknown): unknown => {
  const isKnown = error instanceof AppError || (error as { statusCode?: unknown }).statusCode !== undefined;
  return isKnown ? error : badRequest('The form cannot be read.');
};

/** Makes the routes of a scope accept forms in addition to JSON; both are validated with the same schema. */
export const acceptForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 10, parts: 11, fieldSize: maxFieldBytes, fileSize: maxPdfBytes },
  });
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    request.body = await readForm(request).catch((error: unknown) => {
      throw asClientError(error);
    });
    checkInput(request.body);
  });
};
