import { noAccessMessage, searchKeptMessage } from '@readerlens/contract/messages';
import { useViewer } from '@readerlens/auth/react';
import {
  ListRows,
  ListToolbar,
  useListLayout,
  useListPage,
  useListSearch,
  useListView,
} from '@readerlens/filters/list';
import { Button, EmptyState, FillPage, PageHeader, Span, Stack, useListTop } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormCard, formColumns } from './form-columns.tsx';
import { formsAddress, maxQueryLength } from './forms-address.ts';
import { formsQuery } from './forms.queries.ts';
import type { FormRow } from './forms.queries.ts';
import { NewFormDialog } from './new-form.dialog.tsx';

const rowKey = ({ id }: FormRow) => id;
const renderCard = (form: FormRow) => <FormCard form={form} />;

const FormsList = () => {
  const { view, show } = useListView(formsAddress);
  const list = useListPage<FormRow>(useQuery(formsQuery(view, useViewer())), { ...view, show });
  const search = useListSearch({ view, show });
  const layout = useListLayout('onboarding-forms', formColumns);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const showAll = () => {
    search.text.search('');
    show({ query: '', page: 1 });
  };
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout }}
        isLoading={list.isLoading}
        label="Search by company or name"
        placeholder="Enter Company/Name"
        maxLength={maxQueryLength}
        columns={formColumns}
      >
        <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {list.total !== undefined && countText(list.total, 'form')}
        </Span>
      </ListToolbar>
      <ListRows
        {...{ list, view, show, rowKey, renderCard: renderCard }}
        rules={formsAddress.rules}
        caption="Onboarding forms"
        pages="Pages of onboarding forms"
        pagesInWords
        columns={layout.columns}
        density={layout.density}
        isSortable={false}
        loadingHeight="108px"
        refused={noAccessMessage('onboarding forms')}
        offlineNote={searchKeptMessage}
        empty={
          <EmptyState
            message="No customers found."
            action={view.query !== '' && <Button onClick={showAll}>Show all forms</Button>}
          />
        }
      />
    </Stack>
  );
};

/** Where staff send onboarding forms and follow how far they are. */
export const OnboardingDashboardScreen = () => {
  const [isOpen, setOpen] = useState(false);
  const { blinded } = useViewer();
  return (
    <FillPage>
      <PageHeader
        title="Onboarding Dashboard"
        actions={
          <Button
            variant="primary"
            icon={<Plus size={15} aria-hidden="true" />}
            disabled={blinded}
            title={blinded ? 'Forms cannot be sent in Blinded Mode' : undefined}
            onClick={() => setOpen(true)}
          >
            New Onboarding Form
          </Button>
        }
      />
      <FormsList />
      {isOpen && <NewFormDialog onClose={() => setOpen(false)} />}
    </FillPage>
  );
};
