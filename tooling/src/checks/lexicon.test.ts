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
    // The onboarding of a client is about its company, as its form is.
    wrong: /(?!^Company$|^Companies$)\bcompan(?:y|ies)\b/i,
    instead: "'organization', or 'client'",
    files: /^(?!mf-onboarding\/|shared-contract\/src\/onboarding\/|api\/src\/features\/onboarding\/)/,
    verbatim: [
      // Titles of pages and the names of columns and fields.
      'Company Dashboard',
      'Company dashboard',
      'Most Active Company',
      'Most Active Companies',
      'Most active companies',
      'Reader Company',
      'Company profile',
      'Document Company',
      // Messages.
      'Companies Is Required',
      'Adjust the company filters or edit the company profile.',
      'CMS company is not paid',
      // The label of the client of a report is 'Company'.
      'activities of its company only',
      'clients other than its company',
      // The stand-in of a name, and examples of what a person enters.
      'Company {}',
      '@company.com',
      'Biopharma companies that read a lot',
    ],
  },
  {
    // Elsewhere it is the name in the messages 'Companies Is Required' and 'Companies must be between 1 and 20.', and of a sheet.
    wrong: /^Companies$/,
    instead: "'Clients' or 'Organizations'",
    files: new RegExp(
      `^(?!${[
        'shared-filters/src/model/defaults',
        'mf-admin/src/account-form/account-schema',
        'api/src/people/accounts/account-values',
        'api/src/activities/select-engagements',
        'api/src/activities/figures/reader-path',
        'api/src/features/most-active/most-active-export',
      ].join('|')})`,
    ),
  },
  { wrong: /\borganisations?\b/i, instead: "'organization'" },
  // A name of the wire says nothing to a person.
  { wrong: /\b\p{Lu}\p{Ll}\w*Notification\b/u, instead: 'the label of the type' },
  { wrong: /\b(?:uuid|UUID)\b/, instead: "'number' or nothing" },
  // '1 deals': a number that may be one has its noun from `countText`. Limits are never one.
  {
    wrong:
      /(?<!(?:fewer than|at least|at most|can have|account has|all|the|from) )\{\} (?:deals|readers|organizations|documents|engagements|activities|results|events|webinars)\b/iu,
    instead: "'{}', with what `countText` returns",
    verbatim: [
      // More than a file can hold.
      '{} activities match, but a spreadsheet',
      // Messages, the name of a column, and a sample.
      '{} Activities Approved',
      '{} Activities Rejected',
      '{} engagements',
      '{} activities in 2 months',
    ],
  },
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

it('no text chooses the plural of what it counts by itself', () => {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(hasProductTexts);
  const own = files.filter((file) =>
    /\$\{[^{}]*\b(\w+)\b[^{}]*\} \$\{\1 === 1 \? [^{}]*\}/.test(
      readFileSync(path.join(repositoryRoot, file), 'utf8'),
    ),
  );
  // The function that does, numbers of rules, which may have a fraction, and a verb for one of two numbers.
  expect(own.map((file) => path.basename(file)).toSorted()).toEqual([
    'event-figures.ts',
    'numbers.ts',
    'rule-words.ts',
  ]);
});

it('finds words of the wire and other words for the same thing, and not prescribed names', () => {
  const source = `
    const a = <p title="Open the notification">The Notification Dashboard</p>;
    const b = ['The organisation is unknown.', 'POST /api/notification', \`orgIds must have \${count} items\`];
    const c = <p>A SeriesOfActivitiesNotification</p>;
    const d = 'The company of the deal';
    const f = { header: 'Companies' };
    const g = \`\${deals} deals\`;
    const e = countText(total, 'notification');`;
  expect(findWrongWords('mf-alerts/src/a.tsx', source)).toEqual([
    "mf-alerts/src/a.tsx: 'Open the notification' should say 'alert', or 'result' for what a run of one found",
    "mf-alerts/src/a.tsx: 'The organisation is unknown.' should say 'organization'",
    "mf-alerts/src/a.tsx: 'orgIds must have {} items' should say the label of the field",
    "mf-alerts/src/a.tsx: 'A SeriesOfActivitiesNotification' should say the label of the type",
    "mf-alerts/src/a.tsx: 'The company of the deal' should say 'organization', or 'client'",
    "mf-alerts/src/a.tsx: 'Companies' should say 'Clients' or 'Organizations'",
    "mf-alerts/src/a.tsx: '{} deals' should say '{}', with what `countText` returns",
    "mf-alerts/src/a.tsx: 'notification' should say 'alert', or 'result' for what a run of one found",
  ]);
  expect(findWrongWords('mf-onboarding/src/a.tsx', `const a = 'Choose a company';`)).toEqual([]);
});
