import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { fieldsOf } from './fields.ts';
import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';

const byField = <T extends Parameters<typeof Type.Optional>[0]>(kind: ImportKind, value: T) =>
  Type.Optional(
    Type.Object(Object.fromEntries(fieldsOf(kind).map(({ name }) => [name, Type.Optional(value)])), {
      additionalProperties: false,
    }),
  );

const schemaOf = (kind: ImportKind) =>
  Type.Object(
    {
      columns: byField(kind, Type.Union([Type.String({ minLength: 1 }), Type.Null()])),
      constants: byField(kind, Type.String({ minLength: 1 })),
      defaults: byField(kind, Type.String({ minLength: 1 })),
      values: byField(kind, Type.Record(Type.String(), Type.String())),
      namespace: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })),
    },
    { additionalProperties: false },
  );

type ByField<T> = Readonly<Record<string, T>>;

/**
 * How a file's columns become fields. `columns` renames (null: the file does not have it), `constants` are for every
 * row, `values` translates ('*' is any other value), `defaults` fill what is empty. `namespace` goes before the ids of
 * readers and documents, where two sources use the same ids for different things.
 */
export interface Mapping {
  readonly columns?: ByField<string | null>;
  readonly constants?: ByField<string>;
  readonly defaults?: ByField<string>;
  readonly values?: ByField<ByField<string>>;
  readonly namespace?: string;
}

const explain = ({ instancePath, keyword, params, message }: ErrorObject, kind: ImportKind): string => {
  const place = instancePath === '' ? 'The mapping' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword !== 'additionalProperties') return `${place} ${message ?? 'is not valid'}.`;
  const name = String((params as { additionalProperty: unknown }).additionalProperty);
  return instancePath === ''
    ? `The mapping knows no '${name}'; it has columns, constants, defaults, values and namespace.`
    : `${place} names '${name}', which is no field. Fields are ${fieldsOf(kind)
        .map((field) => field.name)
        .join(', ')}.`;
};

/** @throws ImportError that says what is wrong with the mapping. */
export const checkMapping = (input: unknown, kind: ImportKind): Mapping => {
  const schema = schemaOf(kind);
  const validate = new Ajv({ allErrors: true, strict: false }).compile<Static<typeof schema>>(schema);
  if (validate(input)) return input as Mapping;
  const problems = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf');
  throw new ImportError(problems.map((problem) => explain(problem, kind)).join('\n'));
};

/** Reads a mapping file. @throws ImportError */
export const readMapping = async (file: string, kind: ImportKind): Promise<Mapping> => {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new ImportError(`The mapping file ${file} cannot be read.`);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw new ImportError(`The mapping file ${file} is not valid JSON: ${(error as Error).message}`);
  }
  return checkMapping(parsed, kind);
};
