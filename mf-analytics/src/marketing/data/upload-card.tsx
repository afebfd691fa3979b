import { countText } from '@readerlens/contract/numbers';
import { maxTablePackedBytes } from '@readerlens/contract/marketing-pipeline';
import type { UploadDays, UploadKind, UploadMode } from '@readerlens/contract/marketing-pipeline';
import {
  ActionRefusal,
  Banner,
  Button,
  Card,
  Flex,
  SelectField,
  Stack,
  Table,
  Text,
  formatCount,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { UploadField } from '@readerlens/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ChangesTable, ShownCount } from './changes-table.tsx';
import { ColumnsDialog } from './columns.dialog.tsx';
import { sendFile, useDataChange } from './data.queries.ts';
import type { MarketingData, UploadOptions, UploadOutcome } from './data.queries.ts';
import { countRows, kindWords } from './kinds.ts';

interface Props {
  clientId: string;
  kind: UploadKind;
  columns: MarketingData['columns'];
  /** Whether there is something that the file can replace. */
  hasRows: boolean;
}

const listModes = (kind: UploadKind): { value: UploadMode; label: string }[] => [
  { value: 'merge', label: `Merge: add and change ${kindWords[kind].many}` },
  { value: 'replace', label: `Replace: remove all other ${kindWords[kind].many}, too` },
];
const dayOptions: readonly { value: UploadDays; label: string }[] = [
  { value: 'iso', label: '2026-03-31' },
  { value: 'monthFirst', label: '3/31/2026' },
  { value: 'dayFirst', label: '31/3/2026 or 31.3.2026' },
];

/** '240 rows: 200 new, 10 changed, 28 unchanged, 2 refused'. */
const describeOutcome = (
  { rows, added, changed, unchanged, removed, refused }: UploadOutcome,
  kind: UploadKind,
): string => {
  const parts: readonly [number, string][] = [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [refused, 'refused'],
  ];
  const text = parts.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ');
  const lost = removed > 0 ? ` ${countRows(kind, removed)} that the file does not have will be removed.` : '';
  return `${countText(rows, 'row')}: ${text}.${lost}`;
};

type Problem = UploadOutcome['problems'][number];
const problemColumns: readonly TableColumn<Problem>[] = [
  { id: 'row', header: 'Row', numeric: true, width: '70px', cell: ({ row }) => row },
  { id: 'column', header: 'Column', minWidth: '90px', cell: ({ column }) => column ?? '–' },
  { id: 'value', header: 'Value', minWidth: '110px', cell: ({ value }) => value || '–' },
  { id: 'reason', header: 'Why it is refused', minWidth: '220px', cell: ({ reason }) => reason },
];

const countChanges = (count: number) => countText(count, 'change');

const Preview = ({ outcome, kind }: { outcome: UploadOutcome; kind: UploadKind }) => {
  const { problems, refused, newStages, unusedColumns, columns, changes } = outcome;
  const [isOpen, setOpen] = useState(false);
  const changed = outcome.added + outcome.changed + outcome.removed;
  return (
    <Stack gap="3">
      <Banner role="status" shape="box" tone={refused > 0 ? 'warning' : 'positive'}>
        {describeOutcome(outcome, kind)}
      </Banner>
      {newStages.length > 0 && (
        <Text>{`Stages without a meaning yet: ${newStages.join(', ')}. Say below what they mean, once the file is uploaded.`}</Text>
      )}
      <Text textStyle="small" color="textMuted">
        {`Columns that are read: ${columns.map(({ column, field }) => (column === field ? field : `${column} as ${field}`)).join(', ')}.`}
        {unusedColumns.length > 0 && ` Not used: ${unusedColumns.join(', ')}.`}
      </Text>
      {problems.length > 0 && (
        <>
          <Table
            caption="Refused rows"
            columns={problemColumns}
            rows={problems}
            rowKey={({ row }) => String(row)}
          />
          {refused > problems.length && <ShownCount shown={problems.length} count={refused} />}
        </>
      )}
      {changed > 0 && (
        <>
          <Button
            size="sm"
            alignSelf="flex-start"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            {isOpen ? 'Hide the changes' : `Show ${countChanges(changed)} row by row`}
          </Button>
          {isOpen && <ChangesTable changes={changes} count={changed} />}
        </>
      )}
    </Stack>
  );
};

/** 'Id, Account and Stage'. */
const listRequired = (columns: MarketingData['columns']): string =>
  new Intl.ListFormat('en-US').format(columns.filter(({ isRequired }) => isRequired).map(({ name }) => name));

/** Checks a file, says what it would change, and uploads it on request. */
export const UploadCard = ({ clientId, kind, columns, hasRows }: Props) => {
  const [isShowingColumns, setShowingColumns] = useState(false);
  const [options, setOptions] = useState<UploadOptions>({ mode: 'merge', days: 'iso' });
  const [file, setFile] = useState<File>();
  const [outcome, setOutcome] = useState<UploadOutcome>();
  const preview = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (file) preview.current?.focus();
  }, [file]);
  const close = () => {
    setFile(undefined);
    setOutcome(undefined);
  };
  const check = useMutation({
    mutationFn: (next: UploadOptions) => sendFile({ clientId, kind }, file!, next, { dryRun: true }),
    onSuccess: setOutcome,
  });
  const store = useDataChange(async () => {
    const { added, changed, removed } = await sendFile({ clientId, kind }, file!, options, { dryRun: false });
    close();
    return added + changed + removed === 0
      ? 'The file changes nothing.'
      : `${countRows(kind, added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed.`;
  });
  const choose = (change: Partial<UploadOptions>) => {
    const next = { ...options, ...change };
    setOptions(next);
    if (file) check.mutate(next);
  };
  const isBusy = check.isPending || store.isPending;
  return (
    <Card
      title={`Upload ${kindWords[kind].title}`}
      subtitle={`A workbook (xlsx, first sheet) or CSV with the columns ${listRequired(columns)}. Others are optional.`}
      actions={
        <Button size="sm" onClick={() => setShowingColumns(true)}>
          Show columns
        </Button>
      }
    >
      <Stack gap="4">
        <Flex gap="4" wrap="wrap">
          {hasRows && (
            <SelectField
              label="What the file does"
              value={options.mode}
              options={listModes(kind)}
              disabled={isBusy}
              onChange={({ target }) => choose({ mode: target.value as UploadMode })}
            />
          )}
          <SelectField
            label="Days are written as"
            value={options.days}
            options={dayOptions}
            disabled={isBusy}
            onChange={({ target }) => choose({ days: target.value as UploadDays })}
          />
        </Flex>
        <UploadField
          label="File"
          hint="Up to 20 MB, 100 columns and 100,000 rows. The file is checked first."
          accept={['.xlsx', '.csv', '.txt', '.tsv']}
          maxBytes={maxTablePackedBytes}
          disabled={isBusy}
          upload={(chosen, { signal }) =>
            sendFile({ clientId, kind }, chosen, options, { dryRun: true, signal })
          }
          onUploaded={(checked, chosen) => {
            setFile(chosen);
            setOutcome(checked);
          }}
        />
        {file && outcome && (
          <Stack as="section" gap="3" ref={preview} tabIndex={-1} aria-label={`Check of ${file.name}`}>
            <Text fontWeight="medium">{file.name}</Text>
            <ActionRefusal error={check.error ?? store.error} />
            <Preview {...{ outcome, kind }} />
            <Flex gap="2" wrap="wrap">
              <Button
                variant="primary"
                loading={store.isPending}
                disabled={isBusy || check.error !== null}
                onClick={() => store.mutate(undefined)}
              >
                Upload
              </Button>
              <Button disabled={isBusy} onClick={close}>
                Cancel
              </Button>
            </Flex>
          </Stack>
        )}
        {isShowingColumns && (
          <ColumnsDialog {...{ kind, columns }} onClose={() => setShowingColumns(false)} />
        )}
      </Stack>
    </Card>
  );
};
