import { findExportColumn } from '@readerlens/contract/explorer';
import { exportableColumns } from '@readerlens/filters/model';
import { ColumnManager, defaultColumnsQuery } from '@readerlens/filters/columns';
import {
  ActionBar,
  Button,
  Card,
  FormFailure,
  FormProvider,
  LoadError,
  Skeleton,
  Stack,
  Text,
  styled,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ReadOnlyBanner } from '../person/read-only-banner.tsx';
import type { TabProps } from '../person/tab-props.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import { useColumnsForm } from './use-columns-form.ts';

interface Props extends Pick<TabProps, 'account'> {
  saved: readonly string[];
}

const help = 'The columns of exports and shared reports, unless others are chosen for an export.';

const ColumnsForm = ({ account, saved }: Props) => {
  const form = useColumnsForm(account.id, saved);
  const { values, change, isDirty, saving } = form;
  const available = useMemo(() => exportableColumns(new Set(account.searchFields)), [account.searchFields]);
  return (
    <FormProvider form={form}>
      <FormFailure />
      <Stack gap="5">
        <Card title="Default Export Columns" subtitle={help}>
          <ColumnManager
            columns={available}
            value={values.columns}
            onChange={(columns) => change({ columns })}
          />
        </Card>
        <ActionBar follows={isDirty} aria-label="Changes of the columns">
          <Button variant="primary" loading={saving} disabled={!isDirty} onClick={() => form.submit()}>
            Save
          </Button>
          <Button disabled={saving || !isDirty} onClick={() => form.reset()}>
            Reset
          </Button>
        </ActionBar>
      </Stack>
    </FormProvider>
  );
};

const Columns = styled('ol', { base: { ps: '6', listStyleType: 'decimal', columnWidth: '220px' } });

/** The columns of an account that the person may see, but not change. */
const ColumnsList = ({ saved }: Pick<Props, 'saved'>) => (
  <Stack gap="5">
    <ReadOnlyBanner />
    <Card title="Default Export Columns" subtitle={help}>
      <Columns aria-label="Selected columns">
        {saved.map((field) => (
          <li key={field}>
            <Text as="span">{findExportColumn(field)?.label ?? field}</Text>
          </li>
        ))}
      </Columns>
    </Card>
  </Stack>
);

/** The columns that exports of an account start with. */
export const DefaultColumnsTab = ({ account }: TabProps) => {
  const may = useMayDo();
  const { data, error, refetch } = useQuery(defaultColumnsQuery(account.id));
  if (!data && error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to these columns"
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <output aria-busy="true" aria-label="Loading">
        <Skeleton height="320px" />
      </output>
    );
  return may('changeSearches', account) ? (
    <ColumnsForm account={account} saved={data} />
  ) : (
    <ColumnsList saved={data} />
  );
};
