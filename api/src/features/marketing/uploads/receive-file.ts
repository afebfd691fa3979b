import { maxTablePackedBytes } from '@readerlens/contract/marketing-pipeline';
import { canonicalLine } from '@readerlens/contract/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from '../../../platform/http/errors.ts';
import { formError, readFieldText, registerForms, tooLarge } from '../../../platform/http/multipart.ts';
import { checkInput } from '../../../platform/http/validation.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly content: Buffer;
}

const limits = { files: 1, fields: 5, parts: 6, fileSize: maxTablePackedBytes, fieldSize: 4096 };

const readForm = async (request: FastifyRequest) => {
  const fields: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const text = readFieldText(part);
      fields[part.fieldname] = part.fieldname === 'dryRun' ? text === 'true' : text;
    } else if (part.fieldname === 'file') {
      const content = await part.toBuffer();
      if (part.file.truncated) throw tooLarge('file', 'is larger than 20 MB');
      file = { name: canonicalLine(part.filename).slice(0, 200), content };
    } else throw invalidInput(part.fieldname, `${part.fieldname} is unknown`);
  }
  return { fields, file };
};

/**
 * Makes the routes of a scope accept a form with a file in addition to JSON. The fields are validated as the body. Returns a
 * function that finds the file of a request.
 */
export const receiveFiles = async (app: FastifyInstance) => {
  const files = new WeakMap<FastifyRequest, ReceivedFile>();
  await registerForms(app, limits);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    const { fields, file } = await readForm(request).catch((error: unknown) => {
      throw formError(error);
    });
    if (file) files.set(request, file);
    request.body = fields;
    checkInput(fields);
  });
  return (request: FastifyRequest): ReceivedFile | undefined => files.get(request);
};
