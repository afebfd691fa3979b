import type { DemoOrganisation } from './people.ts';
import type { Random } from './random.ts';

export interface DemoQuestion {
  readonly id: number;
  readonly field: string;
  readonly label: string;
  readonly group: 'FirmographicGeneral' | 'FirmographicLifeSciences' | 'FirmographicMedicalDevices';
  readonly kind: 'Terms' | 'Text' | 'Bool' | 'Numeric' | 'Exists';
  readonly accessLevel: 'Premium' | 'Internal';
  readonly businessGroupId: number | null;
  /** The answers of one organization; several for a multiple choice. */
  readonly answers: (random: Random) => readonly string[];
}

const drawOne =
  (...values: string[]) =>
  (random: Random): readonly string[] => [random.pick(values)];
const drawSome =
  (...values: string[]) =>
  (random: Random): readonly string[] => [...new Set([random.pick(values), random.pick(values)])];
const yesOrNo = (random: Random): readonly string[] => [random.chance(0.5) ? 'true' : 'false'];
const count =
  (most: number) =>
  (random: Random): readonly string[] => [String(1 + random.int(most))];

const devices = { group: 'FirmographicMedicalDevices', accessLevel: 'Premium', businessGroupId: 3 } as const;
const drugs = { group: 'FirmographicLifeSciences', accessLevel: 'Premium', businessGroupId: 1 } as const;

const questions: readonly Omit<DemoQuestion, 'id'>[] = [
  {
    ...devices,
    field: 'DeviceClass',
    label: 'Device Class',
    kind: 'Terms',
    answers: drawOne('I', 'IIa', 'IIb', 'III'),
  },
  {
    ...devices,
    field: 'DeviceCategory',
    label: 'Device Category',
    kind: 'Terms',
    answers: drawSome('Cardiovascular', 'Orthopaedic', 'Imaging', 'Wearable', 'Surgical'),
  },
  { ...devices, field: 'DeviceSterile', label: 'Sterile Devices', kind: 'Bool', answers: yesOrNo },
  {
    ...devices,
    field: 'DeviceProductCount',
    label: 'Devices on the Market',
    kind: 'Numeric',
    answers: count(60),
  },
  {
    ...devices,
    field: 'DeviceSupplier',
    label: 'Main Component Supplier',
    kind: 'Text',
    answers: drawOne('Velcast Components', 'Ångfors Precision', 'Nordel Polymers'),
  },
  {
    ...drugs,
    field: 'DrugModality',
    label: 'Drug Modality',
    kind: 'Terms',
    answers: drawSome('Antibody', 'Cell therapy', 'Gene therapy', 'Small molecule', 'Vaccine'),
  },
  {
    ...drugs,
    field: 'DrugPhase',
    label: 'Most Advanced Phase',
    kind: 'Terms',
    answers: drawOne('Preclinical', 'Phase 1', 'Phase 2', 'Phase 3', 'Market'),
  },
  {
    ...drugs,
    field: 'DrugPipelineCount',
    label: 'Drugs in the Pipeline',
    kind: 'Numeric',
    answers: count(40),
  },
  { ...drugs, field: 'DrugOutsources', label: 'Outsources Manufacturing', kind: 'Bool', answers: yesOrNo },
  {
    field: 'EmployeeCount',
    label: 'Employees',
    group: 'FirmographicGeneral',
    kind: 'Numeric',
    accessLevel: 'Premium',
    businessGroupId: null,
    answers: count(9000),
  },
  {
    field: 'InternalScore',
    label: 'Account Score',
    group: 'FirmographicGeneral',
    kind: 'Numeric',
    accessLevel: 'Internal',
    businessGroupId: null,
    answers: count(100),
  },
];

export const demoQuestions: readonly DemoQuestion[] = questions.map((question, index) => ({
  id: index + 1,
  ...question,
}));

/** Rows of `organisation_answer`; about half of the organizations answered each question. */
export function* answerRows(
  organisations: readonly DemoOrganisation[],
  random: Random,
): Generator<readonly [number, number, string]> {
  for (const { id } of organisations) {
    for (const question of demoQuestions) {
      if (!random.chance(0.5)) continue;
      for (const value of question.answers(random)) yield [id, question.id, value];
    }
  }
}
