// What people read uses the terms of docs/glossary.md.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { hasProductTexts, readCountedNouns, readTexts } from './message-texts.ts';

interface Rule {
  readonly wrong: RegExp;
  readonly instead: string;
  /** Where the rule applies; everywhere without it. */
  readonly files?: RegExp;
  /** Names and messages that the specification prescribes. They are taken out of a text before the rule looks at it. */
  readonly verbatim?: readonly string[];
}

const rules: readonly Rule[] = [
  {
    wrong: /\bnotifications?\b/i,
    instead: "'alert', or 'result' for what a run of one found",
    verbatim: [
      'Notification Dashboard',
      'Notification Parameters',
      'Notification Claim Level',
      'Notification Scheduled',
      'Notification Ready To Be Scheduled',
      'Notification Requires Additional Information To Be Scheduled',
      'What kind of notification would you like to configure?',
      'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue',
    ],
  },
  {
    // 'Company' alone is the label of the company that a reader entered, which need not be a known organization.
    wrong: /(?!^Company$)\bcompan(?:y|ies)\b/i,
    instead: "'organization'",
    files: /^mf-analytics\//,
    verbatim: [
      // Titles of pages and the names of columns and fields.
      'Company Dashboard',
      'Most Active Company',
      'Most Active Companies',
      'Most active companies',
      'Reader Company',
      'Company profile',
    ],
  },
  { wrong: /\borganisations?\b/i, instead: "'organization'" },
  // A name of the wire says nothing to a person.
  { wrong: /\b\p{Lu}\p{Ll}\w*Notification\b/u, instead: 'the label of the type' },
  { wrong: /\b(?:uuid|UUID)\b/, instead: "'number' or nothing" },
  { wrong: /^\p{Ll}+\p{Lu}\w* (?:must|is|are|has|may)\b/u, instead: 'the label of the field' },
];

/** Names of files, calls and modules have no blank or begin with a path; a label of one word begins with a capital. */
const isForPeople = (text: string): boolean =>
  (text.includes(' ') || /^\p{Lu}\p{Ll}+$/u.test(text)) &&
  !/^(?:GET|POST|PUT|PATCH|DELETE) |^[\p{Ll}_ ]+$|\bas "?\w+"?$/u.test(text);

const findWrongWords = (file: string, source: string): string[] =>
  [...new Set([...readTexts(file, source).filter(isForPeople), ...readCountedNouns(file, source)])].flatMap(
    (text) =>
      rules
        .filter(({ files }) => files?.test(file) ?? true)
        .filter(({ wrong, verbatim = [] }) =>
          wrong.test(verbatim.reduce((rest, each) => rest.replaceAll(each, ''), text)),
        )
        .map(({ instead }) => `${file}: '${text}' should say ${instead}`),
  );

it('texts use the terms of the glossary', () => {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(hasProductTexts);
  expect(files.length).toBeGreaterThan(1000);
  expect(
    files.flatMap((file) => findWrongWords(file, readFileSync(path.join(repositoryRoot, file), 'utf8'))),
  ).toEqual([]);
});

it('finds words of the wire and other words for the same thing, and not prescribed names', () => {
  const source = `
    const a = <p title="Open the notification">The Notification Dashboard</p>;
    const b = ['The organisation is unknown.', 'POST /api/notification', \`orgIds must have \${count} items\`];
    const c = <p>A SeriesOfActivitiesNotification</p>;
    const d = 'The company of the deal';
    const e = countText(total, 'notification');`;
  expect(findWrongWords('mf-alerts/src/a.tsx', source)).toEqual([
    "mf-alerts/src/a.tsx: 'Open the notification' should say 'alert', or 'result' for what a run of one found",
    "mf-alerts/src/a.tsx: 'The organisation is unknown.' should say 'organization'",
    "mf-alerts/src/a.tsx: 'orgIds must have {} items' should say the label of the field",
    "mf-alerts/src/a.tsx: 'A SeriesOfActivitiesNotification' should say the label of the type",
    "mf-alerts/src/a.tsx: 'notification' should say 'alert', or 'result' for what a run of one found",
  ]);
  expect(findWrongWords('mf-analytics/src/a.tsx', source)).toContain(
    "mf-analytics/src/a.tsx: 'The company of the deal' should say 'organization'",
  );
});
