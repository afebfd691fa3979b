import type { CallShape, JsonSchema } from '@readerlens/contract/registry';
import { incompatibilities } from './incompatibilities.ts';
import type { Incompatibility } from './incompatibilities.ts';

/** Result of a check: breaking for the area, or worth a note. */
export interface Finding {
  level: 'breaking' | 'note';
  text: string;
}

export const breaking = (text: string): Finding => ({ level: 'breaking', text });
export const note = (text: string): Finding => ({ level: 'note', text });

const noInput: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const places = { params: ' in the path', query: ' in the query', body: '' } as const;

const jsonList = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

const requestSentence = (incompatibility: Incompatibility, part: keyof typeof places): string => {
  const at = incompatibility.at ? `\`${incompatibility.at}\`${places[part]}` : `the ${part}`;
  switch (incompatibility.kind) {
    case 'absent':
      return `the live API requires ${at}, which this area does not send`;
    case 'optional':
      return `the live API requires ${at}, which this area may omit`;
    case 'unknown':
      return `the live API does not accept ${at}, which this area may send`;
    case 'type':
      return `the live API expects ${at} as ${incompatibility.expected}, but this area may send ${incompatibility.actual}`;
    case 'values':
      return `the live API does not accept ${jsonList(incompatibility.values)} for ${at}`;
    case 'unlisted':
      return `the live API accepts ${at} only as one of ${incompatibility.expected}`;
    case 'bound':
      return `the live API accepts ${at} only if it is ${incompatibility.expected}`;
  }
};

/** Additional properties in an answer are harmless, and so are bounds, because clients do not validate answers. */
const answerSentence = (incompatibility: Incompatibility): string | undefined => {
  const at = incompatibility.at ? `\`${incompatibility.at}\`` : 'the whole answer';
  switch (incompatibility.kind) {
    case 'absent':
      return `its answer no longer has ${at}`;
    case 'optional':
      return `its answer may lack ${at}, which this area relies on`;
    case 'type':
      return `its answer has ${at} as ${incompatibility.actual}, but this area expects ${incompatibility.expected}`;
    case 'values':
      return `its answer may have ${jsonList(incompatibility.values)} for ${at}, unknown to this area`;
    case 'unlisted':
      return `its answer may have other values for ${at} than ${incompatibility.expected}`;
    case 'unknown':
    case 'bound':
      return undefined;
  }
};

/** New values are only a note: many lists of values grow without breaking clients. */
const answerFinding = (incompatibility: Incompatibility): Finding[] => {
  const text = answerSentence(incompatibility);
  const isNote = incompatibility.kind === 'values' || incompatibility.kind === 'unlisted';
  return text ? [{ level: isNote ? 'note' : 'breaking', text }] : [];
};

const partFindings = (part: keyof typeof places, area: CallShape, live: CallShape): Finding[] =>
  incompatibilities(area[part] ?? noInput, live[part] ?? noInput).map((incompatibility) => ({
    level: 'breaking',
    text: requestSentence(incompatibility, part),
  }));

const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.text, finding])).values(),
];

/**
 * Describes how an area built for the call shape `area` is incompatible with an API that offers `live`; each text starts
 * with the call's key. Additional optional input and additional output are compatible.
 */
export const callFindings = (key: string, area: CallShape, live: CallShape | undefined): Finding[] => {
  if (!live) return [{ level: 'breaking', text: `${key} is not offered by the live API` }];
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => partFindings(part, area, live));
  const answers = area.answer && live.answer ? incompatibilities(live.answer, area.answer) : [];
  return distinct([...parts, ...answers.flatMap(answerFinding)]).map(({ level, text }) => ({
    level,
    text: `${key}: ${text}`,
  }));
};
