import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { maxListName, maxListOrganizations } from '@readerlens/contract/account-lists';
import {
  listNameMessage,
  listSavedMessage,
  tooManyOrganizationsMessage,
} from '@readerlens/contract/account-lists/messages';
import { chooseClientMessage } from '@readerlens/contract/messages';
import {
  Checkbox,
  Dialog,
  Form,
  FormButtons,
  Stack,
  Text,
  TextField,
  confirmDiscard,
  formatCount,
  toast,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import { useId, useMemo } from 'react';
import { OptionsField } from '../lookups/options-field.tsx';
import { listSelectedTerms, namedCatalogue, termsFilter } from '../model/index.ts';
import type { Term } from '../model/index.ts';
import { useShownModel } from '../lookups/use-shown-model.ts';
import { useRefreshLists } from './lists.queries.ts';
import type { AccountList } from './lists.queries.ts';

const definition = namedCatalogue.find('Clients')!;
const leaveQuestion = 'The list has not been saved. Your changes will be lost.';

interface ListForm {
  name: string;
  client: readonly Term[];
  isShared: boolean;
}

interface Saved {
  list: AccountList;
  refused: readonly string[];
}

const savedText = ({ refused }: Saved): string =>
  refused.length === 0
    ? listSavedMessage
    : `${listSavedMessage} ${formatCount(refused.length)} of its organizations had no activities with this client and were left out.`;

const Fields = ({ isNew }: { isNew: boolean }) => {
  const { values, change } = useFormContext<ListForm>();
  const user = useUser();
  const problem = useProblem('client');
  const model = useMemo(
    () => ({ filters: [termsFilter('Clients', values.client)], indices: [] }),
    [values.client],
  );
  // An address has ids only.
  const named = listSelectedTerms(useShownModel(model).filters, 'Clients');
  const mayShare = user !== undefined && user.role !== 'Client';
  return (
    <Stack gap="4" py="2">
      <TextField label="Name" required maxLength={maxListName} counter {...useTextField('name')} />
      {isNew && (
        <OptionsField
          single
          required
          label="Client"
          placeholder="Name or id"
          definition={definition}
          error={problem}
          value={named}
          onChange={(client) => change({ client })}
        />
      )}
      <Checkbox
        label="Share with everyone of the client"
        checked={values.isShared}
        disabled={!mayShare && !values.isShared}
        onChange={({ currentTarget }: { currentTarget: { checked: boolean } }) =>
          change({ isShared: currentTarget.checked })
        }
      />
      {!mayShare && (
        <Text textStyle="small" color="textMuted">
          Premium users and staff can share lists.
        </Text>
      )}
    </Stack>
  );
};

interface Props {
  /** The list to rename or share; undefined for a new one. */
  list?: AccountList;
  /** The organizations of a new list. */
  organizationIds?: readonly string[];
  /** The clients that are chosen where the list is made. With one of them the choice is made. */
  clients?: readonly Term[];
  onClose: () => void;
  onSaved?: (list: AccountList) => void;
}

const none: readonly never[] = [];

/** Names a new list and chooses its client; or renames and shares a list. */
export const SaveListDialog = ({ list, organizationIds = none, clients = none, onClose, onSaved }: Props) => {
  const formId = useId();
  const refresh = useRefreshLists();
  const initial = useMemo(
    (): ListForm => ({
      name: list?.name ?? '',
      client: list ? [{ id: list.clientId }] : clients.length === 1 ? clients : none,
      isShared: list?.isShared ?? false,
    }),
    [list, clients],
  );
  const excess = organizationIds.length - maxListOrganizations;
  const save = async ({ name, client, isShared }: ListForm): Promise<Saved> => {
    if (list) {
      const { data } = await api('PATCH /api/account-lists/{id}', {
        params: { id: list.id },
        body: { name, isShared },
      });
      return { list: data, refused: [] };
    }
    const body = { clientId: client[0]?.id ?? '', name, isShared, organizationIds: [...organizationIds] };
    return (await api('POST /api/account-lists', { body })).data;
  };
  const form = useForm<ListForm, Saved>({
    initial,
    check: ({ name, client }) => ({
      name: name.trim() === '' ? listNameMessage : undefined,
      client: client.length === 0 ? chooseClientMessage : undefined,
      '': excess > 0 ? tooManyOrganizationsMessage(excess) : undefined,
    }),
    renamePath: (path) => (path === 'clientId' ? 'client' : path === 'organizationIds' ? '' : path),
    save,
    once: true,
    leaveQuestion,
    onSaved: (saved) => {
      toast.success(savedText(saved));
      void refresh();
      onClose();
      onSaved?.(saved.list);
    },
  });
  const discard = async () => {
    if (form.saving) return;
    if (form.isDirty && !(await confirmDiscard('list', leaveQuestion))) return;
    onClose();
  };
  const count = organizationIds.length;
  return (
    <Dialog
      open
      onClose={() => void discard()}
      title={list ? 'Edit account list' : 'New account list'}
      description={
        count > 0
          ? `With ${formatCount(count)} ${count === 1 ? 'organization' : 'organizations'}.`
          : undefined
      }
      footer={<FormButtons formId={formId} saving={form.saving} onCancel={() => void discard()} />}
    >
      <Form form={form} id={formId}>
        <Fields isNew={list === undefined} />
      </Form>
    </Dialog>
  );
};
