import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import { ColumnManager, defaultColumnsQuery } from '@readerlens/filters/columns';
import { Box, Button, Drawer, ErrorState, Skeleton, OfferedLink, Text } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Props {
  onClose: () => void;
  userId: string;
  /** The columns that the user may choose. */
  available: readonly ExportColumnDefinition[];
  /** The columns selected before; undefined while the defaults apply. */
  columns: readonly string[] | undefined;
  onUpdate: (columns: readonly string[]) => void;
}

/** Links to the page where the defaults are changed. */
const DefaultsLink = ({ userId }: Pick<Props, 'userId'>) => (
  <OfferedLink to={`/admin/user/${userId}?active=Columns`} otherwise="your default export columns">
    Default Export Columns
  </OfferedLink>
);

const isSame = (a: readonly string[], b: readonly string[] | undefined) => a.join() === b?.join();

/** Selects the columns of exports in this session. Nothing changes before 'Update'. */
export const ExportColumnsDrawer = ({ onClose, userId, available, columns, onUpdate }: Props) => {
  const defaults = useQuery(defaultColumnsQuery(userId));
  const [draft, setDraft] = useState(columns);
  const value = draft ?? defaults.data;
  return (
    <Drawer
      open
      onClose={onClose}
      size="lg"
      title="Configure Export Columns"
      footer={
        <>
          {defaults.data && (
            <Button
              me="auto"
              disabled={value === undefined || isSame(value, defaults.data)}
              onClick={() => setDraft(defaults.data)}
            >
              Use defaults
            </Button>
          )}
          <Button
            variant="primary"
            disabled={value === undefined}
            onClick={() => {
              if (value) onUpdate(value);
              onClose();
            }}
          >
            Update
          </Button>
        </>
      }
    >
      <Text color="textMuted" mb="5">
        {'Applies to exports in this session, starting from '}
        <DefaultsLink userId={userId} />.
      </Text>
      {value && <ColumnManager columns={available} value={value} onChange={setDraft} />}
      {!value && defaults.error && (
        <ErrorState message={defaults.error.message} onRetry={() => void defaults.refetch()} />
      )}
      {!value && !defaults.error && (
        <Box as="output" aria-label="Loading" aria-busy="true">
          <Skeleton height="320px" />
        </Box>
      )}
    </Drawer>
  );
};
