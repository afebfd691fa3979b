import { onboardingStepLabels, onboardingSteps } from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import type { ListColumn } from '@readerlens/filters/list';
import { CardListItem, Flex, Span, Text, TextLink, VisuallyHidden } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { previewPath } from '../form/onboarding-paths.ts';
import { FormStateBadge } from '../form/state-badge.tsx';
import type { FormRow } from './forms.queries.ts';
import { formatDay } from '../form/format-day.ts';

const steps = Object.keys(onboardingSteps) as OnboardingStep[];

/** The last saved step. */
const formatStep = ({ lastStepCompleted }: FormRow): string => {
  const step = steps[lastStepCompleted];
  return lastStepCompleted === 0 || step === undefined ? 'Not started' : onboardingStepLabels[step];
};

/** '2026-03-02, idle for 3 days': when somebody last changed anything, and how long nobody has since. */
const formatActivity = ({ lastActivity, idleDays }: FormRow): string =>
  idleDays === null || idleDays === 0
    ? formatDay(lastActivity)
    : `${formatDay(lastActivity)}, idle for ${countText(idleDays, 'day')}`;

const CompanyLink = ({ form }: { form: FormRow }) => (
  <TextLink to={previewPath(form.id)}>{form.company}</TextLink>
);

const PreviewLink = ({ form }: { form: FormRow }) => (
  <TextLink to={previewPath(form.id)}>
    Preview
    <VisuallyHidden>{` of ${form.company}, ${form.name}`}</VisuallyHidden>
  </TextLink>
);

/** The columns of the list. */
export const formColumns: readonly ListColumn<FormRow>[] = [
  {
    id: 'sent',
    header: 'Date Sent',
    minWidth: '104px',
    grow: 0,
    cell: ({ dateSent }) => formatDay(dateSent),
  },
  {
    id: 'status',
    header: 'Status',
    minWidth: '132px',
    grow: 0,
    cell: (form) => <FormStateBadge form={form} />,
  },
  {
    id: 'company',
    header: 'Company',
    minWidth: '180px',
    grow: 3,
    isFixed: true,
    cell: (form) => <CompanyLink form={form} />,
  },
  { id: 'name', header: 'Name', minWidth: '150px', grow: 2, cell: ({ name }) => name },
  { id: 'progress', header: 'Last Step', minWidth: '110px', grow: 1, cell: formatStep },
  { id: 'activity', header: 'Last Activity', minWidth: '210px', grow: 1, cell: formatActivity },
  {
    id: 'preview',
    header: 'Preview',
    minWidth: '84px',
    grow: 0,
    isFixed: true,
    cell: (form) => <PreviewLink form={form} />,
  },
];

/** A form as a card, on narrow windows. */
export const FormCard = ({ form }: { form: FormRow }) => (
  <CardListItem
    row={form}
    title={<CompanyLink form={form} />}
    subtitle={form.name}
    aside={<FormStateBadge form={form} />}
  >
    <Flex mt="2" gap="3" wrap="wrap" textStyle="small">
      <Text color="textMuted">{`Sent ${formatDay(form.dateSent)}`}</Text>
      <Span>{`Last step: ${formatStep(form)}`}</Span>
      <Span>{`Last activity ${formatActivity(form)}`}</Span>
      <PreviewLink form={form} />
    </Flex>
  </CardListItem>
);
