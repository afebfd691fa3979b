import { contactsTitle, sameContentLabel } from '@readerlens/contract/onboarding/messages';
import { onboardingStepLabels, onboardingSteps } from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import { Box, Card, RowList, Stack, Text, TextLink, VisuallyHidden } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import type { ReactNode } from 'react';
import type { ContentItem, OnboardingForm } from './form.queries.ts';
import { FileLink } from './file-link.tsx';
import { LogoItem } from './logo-item.tsx';
import { stepPath } from './onboarding-paths.ts';
import { RichTextView } from './rich-text-view.tsx';

const formatAnswer = (answer: boolean | null): string | undefined => {
  if (answer === null) return undefined;
  return answer ? 'Yes' : 'No';
};

interface CardsProps {
  form: OnboardingForm;
  /** Offers the way to each step. */
  canEdit?: boolean;
}

const EditLink = ({ form, step, canEdit }: CardsProps & { step: OnboardingStep }) =>
  canEdit === true && (
    <TextLink to={stepPath(form.id, onboardingSteps[step])}>
      Edit
      <VisuallyHidden>{` ${onboardingStepLabels[step]}`}</VisuallyHidden>
    </TextLink>
  );

const PartCard = (props: CardsProps & { title: string; step: OnboardingStep; children: ReactNode }) => (
  <Card
    title={props.title}
    aria-label={props.title}
    actions={<EditLink form={props.form} step={props.step} canEdit={props.canEdit ?? false} />}
  >
    {props.children}
  </Card>
);

const none = 'Not filled in';

const GeneralCard = ({ form, canEdit }: CardsProps) => {
  const { generalInfo } = form;
  if (!generalInfo) return null;
  return (
    <PartCard title="Basic Info" step="general" {...{ form, canEdit }}>
      <FieldList>
        <FieldItem label="Name" emptyText={none}>
          {generalInfo.name}
        </FieldItem>
        <FieldItem label="Email Address" emptyText={none}>
          {generalInfo.email}
        </FieldItem>
        <FieldItem label="Phone Number" emptyText={none}>
          {generalInfo.phone}
        </FieldItem>
        <FieldItem label="Communities" emptyText={none}>
          {generalInfo.communities.map(({ name }) => name).join(', ')}
        </FieldItem>
        <FieldItem label="Account Manager" emptyText={none}>
          {generalInfo.accountManager}
        </FieldItem>
        <FieldItem label="New client" emptyText={none}>
          {formatAnswer(generalInfo.isNewClient)}
        </FieldItem>
        <FieldItem label="Multiple Onlines purchased" emptyText={none}>
          {formatAnswer(generalInfo.purchaseMultipleOnlines)}
        </FieldItem>
        <FieldItem label={sameContentLabel} emptyText={none}>
          {formatAnswer(generalInfo.sameContentPerSite)}
        </FieldItem>
      </FieldList>
    </PartCard>
  );
};

const CompanyCard = ({ form, canEdit }: CardsProps) => {
  const { companyInfo: company } = form;
  return (
    <PartCard title="Company Info" step="company" {...{ form, canEdit }}>
      <FieldList>
        <FieldItem label="Company Name" emptyText={none}>
          {company.name}
        </FieldItem>
        <FieldItem label="Contact Name" emptyText={none}>
          {company.contactName}
        </FieldItem>
        <FieldItem label="Contact Title" emptyText={none}>
          {company.contactTitle}
        </FieldItem>
        <FieldItem label="Phone">{company.phone}</FieldItem>
        <FieldItem label="Address" emptyText={none}>
          {[company.address1, company.city, company.state, company.postalCode]
            .filter((part) => part !== '')
            .join(', ')}
        </FieldItem>
        <FieldItem label="Company Profile" emptyText={none}>
          {company.profile !== '' && <RichTextView html={company.profile} />}
        </FieldItem>
        <FieldItem label="Profile Page Contact">{company.profilePageContact}</FieldItem>
        <FieldItem label="Company Website">{company.companyWebsite}</FieldItem>
        <FieldItem label="Logo" emptyText={none}>
          {(company.logos.length > 0 || company.fileUrl !== '') && (
            <Stack gap="1.5">
              {company.fileUrl !== '' && <Text>{company.fileUrl}</Text>}
              {company.logos.map((logo) => (
                <LogoItem key={logo.id} formId={form.id} logo={logo} />
              ))}
            </Stack>
          )}
        </FieldItem>
      </FieldList>
    </PartCard>
  );
};

type ContactRow = OnboardingForm['contacts'][number];

const contactColumns: readonly TableColumn<ContactRow>[] = [
  { id: 'firstName', header: 'First Name', minWidth: '110px', cell: ({ firstName }) => firstName },
  { id: 'lastName', header: 'Last Name', minWidth: '110px', cell: ({ lastName }) => lastName },
  { id: 'email', header: 'Email', minWidth: '180px', cell: ({ email }) => email },
];

const ContactsCard = ({ form, canEdit }: CardsProps) => (
  <PartCard title={contactsTitle} step="contacts" {...{ form, canEdit }}>
    <RowList
      caption="Contacts"
      columns={contactColumns}
      rows={form.contacts}
      rowKey={({ id }) => id}
      empty="No contacts"
    />
  </PartCard>
);

export const ContentDetails = ({ formId, item }: { formId: string; item: ContentItem }) => (
  <FieldList>
    <FieldItem label="Url">{item.url}</FieldItem>
    <FieldItem label="Keyword">{item.keyword}</FieldItem>
    <FieldItem label="Files">
      {item.uploadedFileUrls.length > 0 && (
        <Stack gap="1.5">
          {item.uploadedFileUrls.map((file) => (
            <FileLink key={file.id} formId={formId} file={file} />
          ))}
        </Stack>
      )}
    </FieldItem>
  </FieldList>
);

const ContentCard = ({ form, canEdit }: CardsProps) => (
  <PartCard title="Content" step="content" {...{ form, canEdit }}>
    <Stack gap="4">
      <FieldList>
        <FieldItem label="Website Review" emptyText={none}>
          {form.contentInfo.websiteReview}
        </FieldItem>
        <FieldItem label="Comment">{form.contentInfo.comment}</FieldItem>
      </FieldList>
      {form.content.map((item) => (
        <Box key={item.id} borderTopWidth="1px" pt="3">
          <Text fontWeight="semibold" mb="2" overflowWrap="anywhere">
            {item.title}
          </Text>
          <ContentDetails formId={form.id} item={item} />
        </Box>
      ))}
      {form.content.length === 0 && <Text color="textMuted">No content</Text>}
    </Stack>
  </PartCard>
);

/** All parts of a form, read-only. Basic Info is there for staff only. */
export const FormCards = (props: CardsProps) => (
  <Stack gap="4">
    <GeneralCard {...props} />
    <CompanyCard {...props} />
    <ContactsCard {...props} />
    <ContentCard {...props} />
  </Stack>
);
