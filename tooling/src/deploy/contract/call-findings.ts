import type { CallShape, JsonSchema } from '@readerlens/contract/registry';
import { misfits } from './misfits.ts';
import type { Misfit } from './misfits.ts';

/** Something that a check found: it breaks the area, or somebody should know. */
export interface Finding {
  level: 'breaks' | 'note';
  text: string;
}

const nothing: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const places = { params: ' in the path', query: ' in the query', body: '' } as const;

const listed = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

const requestSentence = (misfit: Misfit, part: keyof typeof places): string => {
  const at = misfit.at ? `\`${misfit.at}\`${places[part]}` : `the ${part}`;
  switch (misfit.kind) {
    case 'absent':
      return `the live API requires ${at}, which this area does not send`;
    case 'optional':
      return `the live API requires ${at}, which this area may leave out`;
    case 'unknown':
      return `the live API does not take ${at}, which this area may send`;
    case 'type':
      return `the live API takes ${at} as ${misfit.wanted}, and this area may send ${misfit.given}`;
    case 'values':
      return `the live API does not take ${listed(misfit.values)} for ${at}`;
    case 'unlisted':
      return `the live API takes ${at} only as one of ${misfit.wanted}`;
    case 'bound':
      return `the live API takes ${at} only when it is ${misfit.wanted}`;
  }
};

/** What an answer has in addition does no harm, nor do bounds: nobody checks an answer against them. */
const answerSentence = (misfit: Misfit): string | undefined => {
  const at = misfit.at ? `\`${misfit.at}\`` : 'the whole of it';
  switch (misfit.kind) {
    case 'absent':
      return `its answer lost ${at}`;
    case 'optional':
      return `its answer may lack ${at}, which this area relies on`;
    case 'type':
      return `its answer has ${at} as ${misfit.given}, and this area expects ${misfit.wanted}`;
    case 'values':
      return `its answer may have ${listed(misfit.values)} for ${at}, unknown to this area`;
    case 'unlisted':
      return `its answer may have other values for ${at} than ${misfit.wanted}`;
    case 'unknown':
    case 'bound':
      return undefined;
  }
};

/** A value that an area does not know is for people to judge: many a list grows without harm. */
const answerFinding = (misfit: Misfit): Finding[] => {
  const text = answerSentence(misfit);
  const isNote = misfit.kind === 'values' || misfit.kind === 'unlisted';
  return text ? [{ level: isNote ? 'note' : 'breaks', text }] : [];
};

const partFindings = (part: keyof typeof places, area: CallShape, live: CallShape): Finding[] =>
  misfits(area[part] ?? nothing, live[part] ?? nothing).map((misfit) => ({
    level: 'breaks',
    text: requestSentence(misfit, part),
  }));

const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.text, finding])).values(),
];

/**
 * What would not fit if an area that was built for `area` met an API that offers `live`, in words, each beginning with
 * the call. What the API takes or answers in addition does no harm and is not named.
 */
export const callFindings = (key: string, area: CallShape, live: CallShape | undefined): Finding[] => {
  if (!live) return [{ level: 'breaks', text: `${key} is not offered by the live API` }];
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => partFindings(part, area, live));
  const answers = area.answer && live.answer ? misfits(live.answer, area.answer) : [];
  return distinct([...parts, ...answers.flatMap(answerFinding)]).map(({ level, text }) => ({
    level,
    text: `${key}: ${text}`,
  }));
};
