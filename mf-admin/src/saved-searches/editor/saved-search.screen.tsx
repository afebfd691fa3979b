import { defaultModel, useCatalogue } from '@readerlens/filters';
import { LinkButton, LoadError, PageHeader, Skeleton, Stack } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { AccountPending } from '../../person/account-pending.tsx';
import { accountQuery } from '../../person/account.queries.ts';
import type { Account } from '../../person/account.queries.ts';
import { personName, savedSearchPath, searchesPath } from '../../person/person.ts';
import { ReadOnlyBanner } from '../../person/read-only-banner.tsx';
import { SomeoneElse } from '../../person/someone-else.tsx';
import { useMayDo } from '../../person/use-account-actions.ts';
import type { SavedSearchRow } from '../searches.queries.ts';
import { savedSearchQuery } from './editor.queries.ts';
import { SearchForm } from './search-form.tsx';
import { useCompanyTags, useSearchOwner } from './search-owner.ts';

const Loading = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="180px" />
    <Skeleton height="320px" />
  </Stack>
);

/** The search of the URL. The one that was just created is known without a request. */
const useStoredSearch = (userId: string, id: string | undefined) => {
  const navigate = useNavigate();
  const [created, setCreated] = useState<SavedSearchRow>();
  const isCreated = created !== undefined && created.id === id;
  const query = useQuery({ ...savedSearchQuery(userId, id ?? ''), enabled: id !== undefined && !isCreated });
  const search = isCreated ? created : id === undefined ? undefined : query.data;
  return {
    search,
    isPending: id !== undefined && !search,
    error: query.error,
    retry: () => void query.refetch(),
    openCreated: (row: SavedSearchRow) => {
      setCreated(row);
      void navigate(savedSearchPath(userId, row.id), { replace: true });
    },
  };
};

const Editor = ({ account, id }: { account: Account; id: string | undefined }) => {
  const owner = useSearchOwner(account);
  const { catalogue, ...fields } = useCatalogue();
  const tags = useCompanyTags(owner);
  const stored = useStoredSearch(account.id, id);
  const [now] = useState(() => new Date());
  const defaults = useMemo(
    () => defaultModel(owner, { now, dates: 'relative', companyTags: tags.tags }),
    [owner, now, tags.tags],
  );
  const parts = [fields, tags, stored];
  const failed = parts.find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <LoadError
        error={failed.error}
        refused="You do not have access to this saved search"
        onRetry={failed.retry}
      />
    );
  if (parts.some(({ isPending }) => isPending)) return <Loading />;
  return (
    <SearchForm
      key={id ?? 'new'}
      {...{ owner, catalogue, defaults }}
      search={stored.search}
      onSaved={(search) => id === undefined && stored.openCreated(search)}
    />
  );
};

/** The editor of a saved search of an account. */
export const SavedSearchScreen = () => {
  const { userId = '', id } = useParams();
  const query = useQuery(accountQuery(userId));
  const account = query.data;
  const mayChange = useMayDo();
  return (
    <>
      <PageHeader
        title={id === undefined ? 'New Search' : 'Edit Search'}
        description={account && `${personName(account)} · ${account.email}`}
        actions={
          <LinkButton to={searchesPath(userId)} icon={<ArrowLeft size={15} aria-hidden="true" />}>
            Return to Saved Search
          </LinkButton>
        }
      />
      {account && <SomeoneElse account={account} />}
      <AccountPending account={query} loading={<Loading />} />
      {account &&
        (mayChange('changeSearches', account) ? (
          <Editor key={account.id} account={account} id={id} />
        ) : (
          <ReadOnlyBanner />
        ))}
    </>
  );
};
