// The vocabulary of onboarding forms. No schema library here.
import { addressMessage } from './messages.ts';
import { isEmail, lineProblem } from '../vocabulary.ts';

export * from './client-setup-vocabulary.ts';

/** The steps by their number in the address of the wizard. */
export const onboardingSteps = {
  begin: 0,
  general: 1,
  company: 2,
  contacts: 3,
  content: 4,
  confirm: 5,
} as const;
export type OnboardingStep = keyof typeof onboardingSteps;

export const onboardingStepLabels: Readonly<Record<OnboardingStep, string>> = {
  begin: 'Begin',
  general: 'Basic Info',
  company: 'Company Info',
  contacts: 'Contacts',
  content: 'Content',
  confirm: 'Confirm',
};

/** The steps of a person in their order: only staff see Basic Info. */
export const onboardingStepsFor = (isStaff: boolean): readonly OnboardingStep[] =>
  (Object.keys(onboardingSteps) as OnboardingStep[]).filter((step) => isStaff || step !== 'general');

/**
 * The furthest step that a person may open, by number. `lastStepCompleted` is the number of the last saved step. For those
 * who do not see Basic Info it counts as complete.
 */
export const furthestOnboardingStep = (lastStepCompleted: number, isStaff: boolean): number => {
  const next = Math.min(lastStepCompleted + 1, onboardingSteps.confirm);
  return !isStaff && next === onboardingSteps.general ? onboardingSteps.company : next;
};

export const onboardingStates = ['Submitted', 'Expired', 'Not Submitted'] as const;
export type OnboardingState = (typeof onboardingStates)[number];

/** Submitted wins over expired. */
export const onboardingState = ({
  isSubmitted,
  isExpired,
}: {
  readonly isSubmitted: boolean;
  readonly isExpired: boolean;
}): OnboardingState => {
  if (isSubmitted) return 'Submitted';
  return isExpired ? 'Expired' : 'Not Submitted';
};

/** A form as one document, or with all of its files. */
export const onboardingDownloadFormats = ['pdf', 'zip'] as const;
export type OnboardingDownloadFormat = (typeof onboardingDownloadFormats)[number];

/** The longest time without activity after which somebody is reminded, in days. */
export const maxReminderDays = 90;
/** Reminders of one form. */
export const maxOnboardingReminders = 3;

export const maxOnboardingText = 200;
export const maxOnboardingComment = 2000;
export const maxOnboardingProfile = 20_000;
export const maxOnboardingContacts = 200;
export const maxOnboardingContent = 100;
export const maxOnboardingLogos = 10;

/** Bytes of a chunk of an upload; the last chunk may be smaller. */
export const uploadChunkBytes = 2 * 1024 * 1024;
/** Bytes of a file. */
export const maxUploadBytes = 500 * 1024 * 1024;
/** Bytes of all files of a form. */
export const maxFormUploadBytes = 5 * 1024 * 1024 * 1024;
/** Bytes of a logo. */
export const maxLogoBytes = 10 * 1024 * 1024;

/** What a field is called in the sentence that it is required. */
export const requiredGeneralFields = { name: 'name', email: 'email' } as const;
export const requiredCompanyFields = {
  name: 'company name',
  contactName: 'contact name',
  contactTitle: 'contact title',
  address1: 'address',
  city: 'city',
  state: 'state',
} as const;

export const requiredMessage = (label: string): string => `The ${label} field is required`;
export const communityRequired = 'At least one Community is required';
export const titleRequired = 'Title Is Required';
export const contactTaken = 'Email is already added, must be unique.';

export interface OnboardingProblem {
  readonly path: string;
  readonly message: string;
}

interface OneContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Two spellings of an address that reach the same mailbox are the same contact. */
export const contactKey = (email: string): string => email.trim().toLowerCase();

/** The problems of a contact, next to its fields; `others` are the addresses that are in the list already. */
export const contactProblems = (
  contact: OneContact,
  others: ReadonlySet<string> = new Set(),
): OnboardingProblem[] => {
  const line = (path: 'firstName' | 'lastName' | 'email', label: string) => {
    const message = lineProblem(contact[path], {
      label,
      required: `${label} Is Required`,
      max: maxOnboardingText,
    });
    return message === undefined ? [] : [{ path, message }];
  };
  const email = line('email', 'Email');
  const address = contact.email.trim();
  if (email.length === 0 && !isEmail(address)) email.push({ path: 'email', message: addressMessage });
  if (email.length === 0 && others.has(contactKey(address)))
    email.push({ path: 'email', message: contactTaken });
  return [...line('firstName', 'First Name'), ...line('lastName', 'Last Name'), ...email];
};

const isBlank = (value: string | null | undefined): boolean => (value ?? '').trim() === '';

/** The problems of a part of Basic Info that is sent: what is emptied is refused. */
export const generalProblems = (sent: {
  readonly name?: string;
  readonly email?: string;
  readonly onlines?: readonly string[];
}): OnboardingProblem[] => [
  ...requiredProblems(sent, requiredGeneralFields),
  ...(!isBlank(sent.email) && !isEmail(sent.email!.trim())
    ? [{ path: 'email', message: addressMessage }]
    : []),
  ...(sent.onlines?.length === 0 ? [{ path: 'onlines', message: communityRequired }] : []),
];

const requiredProblems = (
  sent: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>>,
): OnboardingProblem[] =>
  Object.entries(labels).flatMap(([path, label]) =>
    path in sent && isBlank(sent[path] as string) ? [{ path, message: requiredMessage(label) }] : [],
  );

/** The problems of a part of Company Info that is sent. */
export const companyProblems = (sent: Readonly<Record<string, unknown>>): OnboardingProblem[] =>
  requiredProblems(sent, requiredCompanyFields);
