import { dealMatches } from '@readerlens/contract/marketing-pipeline';
import type { DealMatch } from '@readerlens/contract/marketing-pipeline';
import {
  Box,
  Button,
  Card,
  EmptyState,
  LoadError,
  Pagination,
  SelectField,
  Skeleton,
  Span,
  Stack,
  Table,
  formatCount,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useState } from 'react';
import { accountsSize, useAccounts } from './data.queries.ts';
import type { Account, OpportunityData } from './data.queries.ts';
import { MatchDialog } from './match.dialog.tsx';

interface Props {
  clientId: string;
  accounts: OpportunityData['accounts'];
  isReadOnly: boolean;
}

const labels: Record<DealMatch, string> = {
  domain: 'Matched by domain',
  name: 'Matched by name',
  hand: 'Matched by hand',
  ambiguous: 'Ambiguous',
  none: 'Not matched',
};

const buildColumns = (isReadOnly: boolean, open: (account: Account) => void): TableColumn<Account>[] => [
  {
    id: 'account',
    header: 'Account',
    minWidth: '120px',
    cell: ({ account, domain }) => (
      <>
        {account}
        {domain !== null && (
          <Span display="block" textStyle="small" color="textMuted" overflowWrap="anywhere">
            {domain}
          </Span>
        )}
      </>
    ),
  },
  { id: 'deals', header: 'Deals', numeric: true, width: '64px', cell: ({ deals }) => formatCount(deals) },
  {
    id: 'match',
    header: 'By hand',
    width: '96px',
    cell: (account) => (
      <Button
        size="sm"
        disabled={isReadOnly}
        aria-label={`Match ${account.account}`}
        onClick={() => open(account)}
      >
        Match
      </Button>
    ),
  },
  {
    id: 'organization',
    header: 'Organization',
    minWidth: '150px',
    cell: ({ organization, candidates }) =>
      organization?.name ?? (candidates.length > 0 ? `${candidates.length} possible ones` : '–'),
  },
];

/** The accounts of deals, and the organizations that they were matched to. */
export const AccountsCard = ({ clientId, accounts, isReadOnly }: Props) => {
  const [match, setMatch] = useState<DealMatch>(accounts.ambiguous > 0 ? 'ambiguous' : 'none');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Account>();
  const query = useAccounts(clientId, match, page);
  return (
    <Card
      title="Accounts"
      subtitle="Deals are matched by domain, else by name, else by hand. Those without a match count as not influenced."
    >
      <Stack gap="4">
        <Box maxW="320px">
          <SelectField
            label="Show accounts that are"
            value={match}
            options={dealMatches.map((value) => ({
              value,
              label: `${labels[value]} (${countText(accounts[value], 'deal')})`,
            }))}
            onChange={({ target }) => {
              const { value } = target;
              setMatch(dealMatches.find((each) => each === value) ?? 'none');
              setPage(1);
            }}
          />
        </Box>
        {query.error ? (
          <LoadError
            error={query.error}
            onRetry={() => void query.refetch()}
            refused="You do not have access to these accounts"
          />
        ) : query.data === undefined ? (
          <Skeleton height="120px" />
        ) : (
          <>
            <Table
              caption={labels[match]}
              columns={buildColumns(isReadOnly, setOpen)}
              rows={query.data.rows}
              rowKey={({ dealId }) => dealId}
              empty={<EmptyState title="No accounts" message="No account of a deal belongs to this group." />}
            />
            {query.data.total > accountsSize && (
              <Pagination
                label="Pages of accounts"
                page={page}
                size={accountsSize}
                sizes={[accountsSize]}
                total={query.data.total}
                onPage={setPage}
                onSize={() => undefined}
              />
            )}
          </>
        )}
        {open && <MatchDialog clientId={clientId} account={open} onClose={() => setOpen(undefined)} />}
      </Stack>
    </Card>
  );
};
