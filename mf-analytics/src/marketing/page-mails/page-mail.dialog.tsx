import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import type { MarketingPageName, PageChoice, PageMailDay } from '@readerlens/contract/marketing-pages';
import { fixedDatesMessage, marketingPages } from '@readerlens/contract/marketing-pages';
import { requiredMessage } from '@readerlens/contract/messages';
import { toRequest, withMovingDates } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import {
  Banner,
  Button,
  Dialog,
  Form,
  Grid,
  Heading,
  MultiSelect,
  SelectField,
  Stack,
  Text,
  toast,
  useForm,
  useProblem,
} from '@readerlens/ui';
import { browserTimeZone, zoneOption, zoneOptions } from '@readerlens/ui/parts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PageMailList, dayOptions } from './page-mail-list.tsx';
import { pageMailsKey } from './page-mails.queries.ts';
import type { PageMailInput } from './page-mails.queries.ts';

interface Props {
  page: MarketingPageName;
  model: FilterModel;
  choice: PageChoice;
}

interface Schedule {
  readonly sendsOn: PageMailDay;
  readonly timeZone: string;
}

const ZoneField = ({ value, onChange }: { value: string; onChange: (zone: string) => void }) => (
  <MultiSelect
    label="Time zone"
    single
    required
    options={zoneOptions}
    value={value === '' ? [] : [zoneOption(value)]}
    onChange={([chosen]) => onChange(chosen?.id ?? '')}
    error={useProblem('timeZone')}
  />
);

const ScheduleForm = ({ page, model, choice }: Props) => {
  const queries = useQueryClient();
  const [initial] = useState((): Schedule => ({ sendsOn: 'Monday', timeZone: browserTimeZone() }));
  const form = useForm<Schedule, { message: string }>({
    initial,
    leaveQuestion: null,
    check: ({ timeZone }) => ({ timeZone: timeZone === '' ? requiredMessage('Time zone') : undefined }),
    save: async (schedule) => {
      const body = { page, ...toRequest(model), choice, ...schedule } as PageMailInput;
      return api('POST /api/marketing-performance/page-mails', { body });
    },
    readSaved: () => initial,
    onSaved: ({ message }) => {
      toast.success(message);
      void queries.invalidateQueries({ queryKey: [pageMailsKey] });
    },
  });
  const { values, change } = form;
  return (
    <Form form={form} aria-label="Schedule an email of this page">
      <Stack gap="4">
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="4">
          <SelectField
            label="When"
            options={dayOptions}
            value={values.sendsOn}
            onChange={({ target }) => change({ sendsOn: target.value as PageMailDay })}
          />
          <ZoneField value={values.timeZone} onChange={(timeZone) => change({ timeZone })} />
        </Grid>
        <Button type="submit" variant="primary" alignSelf="flex-start" loading={form.saving}>
          Schedule
        </Button>
      </Stack>
    </Form>
  );
};

/** Schedules an email of a page, and lists those that are scheduled. */
export const PageMailDialog = ({ onClose, model, ...page }: Props & { onClose: () => void }) => {
  const user = useUser();
  const { title } = marketingPages[page.page];
  const [now] = useState(() => new Date());
  const filters = withMovingDates(model.filters, now);
  const isFixed = filters.some(({ $type }) => $type === 'DateRange');
  return (
    <Dialog open onClose={onClose} size="half" title="Email this page">
      <Stack gap="5">
        {isFixed ? (
          <Banner shape="box" tone="warning">
            {fixedDatesMessage}
          </Banner>
        ) : (
          <>
            <Text color="textMuted">
              {`${user?.email ?? 'You'} gets the figures of ${title} at 06:00, with the present filters and choices of the page and the dates of that day. A PDF with the same figures is attached.`}
            </Text>
            <ScheduleForm {...page} model={{ ...model, filters }} />
          </>
        )}
        <Stack gap="2">
          <Heading as="h3" textStyle="cardTitle">
            Your scheduled emails
          </Heading>
          <PageMailList />
        </Stack>
      </Stack>
    </Dialog>
  );
};
