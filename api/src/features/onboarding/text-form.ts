import { invalidInput } from '../../platform/http/errors.ts';
import type { FormRules } from '../../platform/http/multipart.ts';

/** A form whose fields are text; files are sent by their own calls. */
export const textForm: FormRules = {
  limits: { files: 1, fields: 30, parts: 31, fieldSize: 256 * 1024, fileSize: 1024 },
  file: ({ fieldname }) => Promise.reject(invalidInput(fieldname, `${fieldname} is sent by another call`)),
  value: (name, text) => {
    if (name === 'version' && /^\d+$/.test(text)) return Number(text);
    return name === 'isDraft' ? text === 'true' : text;
  },
};
