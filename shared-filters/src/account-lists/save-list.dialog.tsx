import { countText } from '@readerlens/contract/numbers';
import { api } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { maxLeastEngagements, maxListName, maxListOrganizations } from '@readerlens/contract/account-lists';
import {
  leastEngagementsMessage,
  listNameMessage,
  listSavedMessage,
  mostOrganizationsMessage,
  tooManyOrganizationsMessage,
} from '@readerlens/contract/account-lists/messages';
import { chooseClientMessage } from '@readerlens/contract/messages';
import {
  Checkbox,
  Dialog,
  Form,
  FormButtons,
  NumberField,
  SelectField,
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
import type { ChangeEvent } from 'react';
import { OptionsField } from '../lookups/options-field.tsx';
import { listSelectedTerms, namedCatalogue, termsFilter, withMovingDates } from '../model/index.ts';
import type { FilterModel, Term } from '../model/index.ts';
import { describeListRule } from '../model/selection-words.ts';
import { useCatalogue } from '../lookups/use-catalogue.ts';
import { useShownModel } from '../lookups/use-shown-model.ts';
import { useAccountLists, useRefreshLists } from './lists.queries.ts';
import type { AccountList } from './lists.queries.ts';

const definition = namedCatalogue.find('Clients')!;
const leaveQuestion = 'The list has not been saved. Your changes will be lost.';

interface ListForm {
  name: string;
  client: readonly Term[];
  isShared: boolean;
  least: number | null;
  most: number | null;
  /** The list whose rule is replaced; '' for a new one. */
  replaced: string;
}

interface Saved {
  list: AccountList;
  refused: readonly string[];
}

const savedText = ({ refused }: Saved): string =>
  refused.length === 0
    ? listSavedMessage
    : `${listSavedMessage} ${formatCount(refused.length)} of its organizations had no activities with this client and were left out.`;

const newList = { value: '', label: 'A new list' };

/** The numbers of a rule, and the rule as a sentence. */
const RuleFields = ({ model }: { model: FilterModel }) => {
  const { values, change } = useFormContext<ListForm>();
  const { catalogue } = useCatalogue();
  const blinded = useBlinded();
  const shown = useShownModel(model);
  const numbers = { leastEngagements: values.least ?? 1, mostOrganizations: values.most };
  return (
    <Stack gap="4">
      <NumberField
        label="Engagements at least"
        required
        error={useProblem('least')}
        value={values.least}
        onChange={(least) => change({ least })}
      />
      <NumberField
        label="Only the first organizations by engagements"
        hint="Empty for all of them"
        error={useProblem('most')}
        value={values.most}
        onChange={(most) => change({ most })}
      />
      <Text textStyle="small" overflowWrap="anywhere" aria-live="polite">
        {describeListRule(shown, numbers, { catalogue, blinded })}
      </Text>
      <Text textStyle="small" color="textMuted">
        Each person gets the organizations among the activities that they see, as of now.
      </Text>
    </Stack>
  );
};

/** Chooses between a new list and one whose rule is replaced. */
const ReplacedField = () => {
  const { values, change } = useFormContext<ListForm>();
  const lists = (useAccountLists().data ?? []).filter(({ rule, mayChange }) => rule !== null && mayChange);
  if (lists.length === 0) return null;
  return (
    <SelectField
      label="Save as"
      options={[newList, ...lists.map(({ id, name }) => ({ value: id, label: `The rule of ${name}` }))]}
      value={values.replaced}
      onChange={({ target }: ChangeEvent<HTMLSelectElement>) => {
        const list = lists.find(({ id }) => id === target.value);
        change(
          list
            ? {
                replaced: list.id,
                name: list.name,
                client: [{ id: list.clientId, name: list.client }],
                isShared: list.isShared,
                least: list.rule?.leastEngagements ?? 1,
                most: list.rule?.mostOrganizations ?? null,
              }
            : { replaced: '', name: '', isShared: false },
        );
      }}
    />
  );
};

const Fields = ({ isNew, model }: { isNew: boolean; model: FilterModel | undefined }) => {
  const { values, change } = useFormContext<ListForm>();
  const user = useUser();
  const problem = useProblem('client');
  const chosen = useMemo(
    () => ({ filters: [termsFilter('Clients', values.client)], indices: [] }),
    [values.client],
  );
  // An address has ids only.
  const named = listSelectedTerms(useShownModel(chosen).filters, 'Clients');
  const mayShare = user !== undefined && user.role !== 'Client';
  return (
    <Stack gap="4" py="2">
      {isNew && model && <ReplacedField />}
      <TextField label="Name" required maxLength={maxListName} counter {...useTextField('name')} />
      {isNew && values.replaced === '' && (
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
      {model && <RuleFields model={model} />}
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
  /** The filters of a new list by a rule, instead of organizations. */
  model?: FilterModel;
  /** The organizations of a new list. */
  organizationIds?: readonly string[];
  /** The clients that are chosen where the list is made. With one of them the choice is made. */
  clients?: readonly Term[];
  onClose: () => void;
  onSaved?: (list: AccountList) => void;
}

const none: readonly never[] = [];

/** The client of a rule is that of its list, and dates that nobody chose move. */
const asRule = ({ filters, indices }: FilterModel): FilterModel => ({
  indices,
  filters: withMovingDates(filters, new Date()).filter(({ field }) => field !== 'Clients'),
});

const isWithin = (value: number | null, most: number): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most;

/** Names a new list and chooses its client; or renames and shares a list. */
export const SaveListDialog = ({
  list,
  model,
  organizationIds = none,
  clients = none,
  onClose,
  onSaved,
}: Props) => {
  const formId = useId();
  const refresh = useRefreshLists();
  const ruleModel = useMemo(() => {
    // Stored filters are those of the model.
    const stored = list?.rule as FilterModel | null | undefined;
    const used = stored ?? model;
    return used && asRule(used);
  }, [list, model]);
  const initial = useMemo(
    (): ListForm => ({
      name: list?.name ?? '',
      client: list ? [{ id: list.clientId }] : clients.length === 1 ? clients : none,
      isShared: list?.isShared ?? false,
      least: list?.rule?.leastEngagements ?? 5,
      most: list?.rule?.mostOrganizations ?? null,
      replaced: '',
    }),
    [list, clients],
  );
  const excess = organizationIds.length - maxListOrganizations;
  const save = async ({ name, client, isShared, least, most, replaced }: ListForm): Promise<Saved> => {
    const rule = ruleModel && {
      filters: [...ruleModel.filters],
      indices: [...ruleModel.indices],
      leastEngagements: least ?? 1,
      mostOrganizations: most,
    };
    const id = list?.id ?? replaced;
    // What is shown of a stored rule lacks choices that no longer exist, so that only a new rule is sent.
    const isChanged = !list || least !== initial.least || most !== initial.most;
    if (id !== '') {
      const { data } = await api('PATCH /api/account-lists/{id}', {
        params: { id },
        body: { name, isShared, ...(rule && isChanged ? { rule } : {}) },
      });
      return { list: data, refused: [] };
    }
    const content = rule ? { rule } : { organizationIds: [...organizationIds] };
    const body = { clientId: client[0]?.id ?? '', name, isShared, ...content };
    return (await api('POST /api/account-lists', { body })).data;
  };
  const form = useForm<ListForm, Saved>({
    initial,
    check: ({ name, client, least, most }) => ({
      name: name.trim() === '' ? listNameMessage : undefined,
      client: client.length === 0 ? chooseClientMessage : undefined,
      least: ruleModel && !isWithin(least, maxLeastEngagements) ? leastEngagementsMessage : undefined,
      most:
        ruleModel && most !== null && !isWithin(most, maxListOrganizations)
          ? mostOrganizationsMessage
          : undefined,
      '': excess > 0 ? tooManyOrganizationsMessage(excess) : undefined,
    }),
    renamePath: (path) =>
      path === 'clientId' ? 'client' : path === 'organizationIds' || path.startsWith('rule') ? '' : path,
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
      title={list ? 'Edit account list' : ruleModel ? 'New account list by a rule' : 'New account list'}
      description={count > 0 ? `With ${countText(count, 'organization')}.` : undefined}
      footer={<FormButtons formId={formId} saving={form.saving} onCancel={() => void discard()} />}
    >
      <Form form={form} id={formId}>
        <Fields isNew={list === undefined} model={ruleModel} />
      </Form>
    </Dialog>
  );
};
