import type { DemoReader } from './people.ts';
import type { DemoSpecifics } from './world.ts';
import type { Random } from './random.ts';

const requests = [
  'Please send pricing for pilot scale.',
  'Could an application scientist call us about resin lifetimes?',
  'We need lead times for the next two quarters.',
  'Is a demonstration unit available in Europe?',
  'Which validation documents come with the system?',
];
const experts = ['Dr. Ines Valmarou', 'Tomas Rekvistad', 'Priyanka Solvanti', 'Dr. Okello Brantwick'];
const answers = [
  'Yes, we will follow up by e-mail with the data package.',
  'The range is validated from two to two thousand litres.',
  'Typically six to eight weeks, depending on the configuration.',
  'A recorded session covers this; the link is on its way.',
];
const pollOptions = ['Within three months', 'This year', 'Next year', 'No plans', 'Already in use'];
const surveyOptions = ['Cost', 'Speed', 'Regulatory confidence', 'Supply security', 'Sustainability'];
const needs = ['Evaluation', 'Replacement', 'New facility', 'Academic interest'];

/** A note of more than 390 characters, longer than any preview. */
const longNote = [
  'Visitor described a transfer from a fixed stainless steel line to a hybrid facility. Two earlier vendors could not',
  'meet the change-over time, and the team would like to see reference data at the intended scale before the budget',
  'round closes. They asked for a contact in quality, for sample reports, and for a site visit together with a colleague',
  'from procurement. They mentioned that the decision lies with a steering group that meets every second month.',
].join(' ');

const pickSome = (options: readonly string[], random: Random): string[] => {
  const picked = options.filter(() => random.chance(0.4));
  return picked.length > 0 ? picked : [random.pick(options)];
};

type Writer = Pick<DemoReader, 'firstName' | 'lastName' | 'email' | 'phone'>;

/** Notes are signed, so that free text contains names too. */
const signed = (note: string, { firstName, lastName, email, phone }: Writer): string =>
  `${note}\n\n${[`${firstName} ${lastName}`, email, ...(phone ? [phone] : [])].join(', ')}`;

export const requestSpecifics = (random: Random, writer: Writer): DemoSpecifics => ({
  questions: [
    { question: random.pick(requests), answer: random.pick(answers), answeredBy: random.pick(experts) },
  ],
  ...(random.chance(0.15) ? { notes: signed(longNote, writer) } : {}),
});

export const registrationSpecifics = (random: Random): DemoSpecifics => ({
  registrationQuestions: [
    { question: 'What brings you here?', answer: random.pick(needs) },
    { question: 'When do you plan to decide?', answer: random.pick(pollOptions) },
  ],
});

export const attendanceSpecifics = (minutes: number, random: Random): DemoSpecifics => ({
  polls: [{ question: 'When will you scale up?', answers: pickSome(pollOptions, random) }],
  surveys: [{ question: 'What matters most to you?', answers: pickSome(surveyOptions, random) }],
  ...(random.chance(0.3)
    ? {
        questions: [
          { question: random.pick(requests), answer: random.pick(answers), answeredBy: random.pick(experts) },
        ],
      }
    : {}),
  notes: `Attended ${minutes} of 60 minutes`,
});

export const visitSpecifics = (random: Random): DemoSpecifics => ({
  notes: random.chance(0.12) ? longNote : `Booth visit, interest: ${random.pick(needs).toLowerCase()}`,
});

/** All words of specifics as one text, which the SpecificsText filter searches. */
export const specificsText = (specifics: DemoSpecifics): string =>
  [
    ...(specifics.questions ?? []).flatMap(({ question, answer, answeredBy }) => [
      question,
      answer,
      answeredBy,
    ]),
    ...(specifics.polls ?? []).flatMap((poll) => [poll.question, ...poll.answers]),
    ...(specifics.surveys ?? []).flatMap((survey) => [survey.question, ...survey.answers]),
    ...(specifics.registrationQuestions ?? []).flatMap(({ question, answer }) => [question, answer]),
    ...(specifics.notes ? [specifics.notes] : []),
  ].join('\n');
