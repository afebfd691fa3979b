import type { MultipartFile } from '@fastify/multipart';
import { invalidInput } from '../../platform/http/errors.ts';
import { parseJsonField, tooLarge } from '../../platform/http/multipart.ts';
import type { FormRules } from '../../platform/http/multipart.ts';

const maxPdfBytes = 20 * 1024 * 1024;
const maxFieldBytes = 256 * 1024;

/**
 * Reads and discards an uploaded PDF: the attachment is drawn on the server, from data the sender may see. Other
 * file types are refused.
 */
const checkPdf = async ({ fieldname, file }: MultipartFile): Promise<void> => {
  if (fieldname !== 'activityPdf') throw invalidInput(fieldname, `${fieldname} is unknown`);
  let head = Buffer.alloc(0);
  for await (const chunk of file as AsyncIterable<Buffer>)
    if (head.length < 5) head = Buffer.concat([head, chunk]).subarray(0, 5);
  if (file.truncated) throw tooLarge(fieldname);
  if (head.toString('latin1') !== '%PDF-')
    throw invalidInput(fieldname, `${fieldname} is not a PDF document`);
};

const flags: Record<string, boolean> = { true: true, false: false };

/** Describes the form that shares an activity. Fields that the contract does not define as text are parsed. */
export const shareForm: FormRules = {
  limits: { files: 1, fields: 10, parts: 11, fieldSize: maxFieldBytes, fileSize: maxPdfBytes },
  file: checkPdf,
  value: (name, text) => {
    if (name === 'addresses') return parseJsonField(name, text);
    return name.startsWith('attachReport') ? (flags[text] ?? text) : text;
  },
};
