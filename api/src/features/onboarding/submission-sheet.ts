import { contactsTitle, sameContentLabel } from '@readerlens/contract/onboarding/messages';
import type { ContentItem, OnboardingForm } from '@readerlens/contract';
import { sheetDate } from '../../outputs/activity-sheet/sheet.ts';
import type { Help, SheetField } from '../../outputs/activity-sheet/sheet.ts';
import { textOfHtml } from '../../outputs/clean-html.ts';
import type { FormSheet, FormSheetPart } from '../../outputs/form-sheet/form-sheet.ts';

const empty = 'Not filled in';

const field = (label: string, text: string | null | undefined): SheetField => ({
  label,
  lines: [{ text: text || empty }],
});

/** Without a line if nothing was entered. */
const optionalField = (label: string, text: string): SheetField[] =>
  text === '' ? [] : [field(label, text)];

const answer = (value: boolean | null): string | undefined => {
  if (value === null) return undefined;
  return value ? 'Yes' : 'No';
};

const generalPart = ({ generalInfo }: OnboardingForm): FormSheetPart[] => {
  if (!generalInfo) return [];
  const fields = [
    field('Name', generalInfo.name),
    field('Email Address', generalInfo.email),
    field('Phone Number', generalInfo.phone),
    field('Communities', generalInfo.communities.map(({ name }) => name).join(', ')),
    field('Account Manager', generalInfo.accountManager),
    field('New client', answer(generalInfo.isNewClient)),
    field('Multiple Onlines purchased', answer(generalInfo.purchaseMultipleOnlines)),
    field(sameContentLabel, answer(generalInfo.sameContentPerSite)),
  ];
  return [{ title: 'Basic Info', fields }];
};

const joinLines = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n');

const companyPart = ({ companyInfo: company }: OnboardingForm): FormSheetPart => ({
  title: 'Company Info',
  fields: [
    field('Company Name', company.name),
    field('Contact Name', company.contactName),
    field('Contact Title', company.contactTitle),
    ...optionalField('Phone', company.phone),
    field(
      'Address',
      [company.address1, company.city, company.state, company.postalCode]
        .filter((part) => part !== '')
        .join(', '),
    ),
    field('Company Profile', textOfHtml(company.profile)),
    ...optionalField('Profile Page Contact', company.profilePageContact),
    ...optionalField('Company Website', company.companyWebsite),
    field('Logo', joinLines([company.fileUrl, ...company.logos.map(({ name }) => name)])),
  ],
});

const contactsPart = ({ contacts }: OnboardingForm): FormSheetPart => ({
  title: contactsTitle,
  fields: [],
  lists: [
    {
      entries:
        contacts.length === 0
          ? [[{ text: 'No contacts' }]]
          : contacts.map(({ firstName, lastName, email }) => [
              { text: `${firstName} ${lastName}`, strong: true },
              { text: email },
            ]),
    },
  ],
});

const contentGroup = ({ title, url, keyword, uploadedFileUrls: files }: ContentItem) => ({
  title,
  fields: [
    ...optionalField('Url', url),
    ...optionalField('Keyword', keyword),
    ...optionalField('Files', joinLines(files.map(({ name }) => name))),
  ],
});

const contentPart = ({ contentInfo, content }: OnboardingForm): FormSheetPart => ({
  title: 'Content',
  fields: [
    field('Website Review', contentInfo.websiteReview),
    ...optionalField('Comment', contentInfo.comment),
  ],
  lists: content.length === 0 ? [{ entries: [[{ text: 'No content' }]] }] : [],
  groups: content.map(contentGroup),
});

/** A form as a document, with the cards of its preview. Without Basic Info, the form has none for the reader. */
export const submissionSheet = (form: OnboardingForm, help: Help): FormSheet => ({
  title: `Onboarding of ${form.companyName}`,
  date: sheetDate(form.submittedAt ?? form.sentAt),
  parts: [...generalPart(form), companyPart(form), contactsPart(form), contentPart(form)],
  help,
});
