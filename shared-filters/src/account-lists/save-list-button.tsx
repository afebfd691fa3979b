import { listFormFailedMessage } from '@readerlens/contract/account-lists/messages';
import { Button, Flex, OfferedLink, useOnDemand } from '@readerlens/ui';
import { ListFilter, ListPlus } from 'lucide-react';
import type { FilterModel, Term } from '../model/index.ts';
import { useHasAccountLists } from './lists.queries.ts';

export const accountListsPath = '/analytics/account-lists';

/** Few visits make a list. */
export const loadListDialog = async () => (await import('./save-list.dialog.tsx')).SaveListDialog;

interface Props {
  organizationIds: readonly string[];
  clients: readonly Term[];
  /** Without the way to where lists are managed, in a row of buttons. */
  alone?: boolean;
}

interface RuleProps {
  /** The filters that become the rule. */
  model: FilterModel;
  clients: readonly Term[];
}

/** Makes a list by a rule of filters, for a user who has lists. */
export const SaveRuleButton = ({ model, clients }: RuleProps) => {
  const { loaded: SaveListDialog, loading, open, close } = useOnDemand(loadListDialog, listFormFailedMessage);
  if (!useHasAccountLists()) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<ListFilter size={15} aria-hidden="true" />}
        loading={loading}
        onClick={() => void open()}
      >
        Save as list by rule
      </Button>
      {SaveListDialog && <SaveListDialog {...{ model, clients }} onClose={close} />}
    </>
  );
};

/** Keeps organizations as a list, for a user who has lists; leads to where lists are managed. */
export const SaveListButton = ({ organizationIds, clients, alone = false }: Props) => {
  const { loaded: SaveListDialog, loading, open, close } = useOnDemand(loadListDialog, listFormFailedMessage);
  if (!useHasAccountLists()) return null;
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Button
        size={alone ? 'md' : 'sm'}
        disabled={organizationIds.length === 0}
        icon={<ListPlus size={15} aria-hidden="true" />}
        loading={loading}
        onClick={() => void open()}
      >
        Save as list
      </Button>
      {!alone && (
        <OfferedLink to={accountListsPath} otherwise={null} textStyle="caption">
          Manage Account Lists
        </OfferedLink>
      )}
      {SaveListDialog && <SaveListDialog {...{ organizationIds, clients }} onClose={close} />}
    </Flex>
  );
};
