import type { SessionUserData } from '@readerlens/auth';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FilterOwner, useFilterOwner } from '../lookups/owner.ts';
import { emptyModel, namedCatalogue, toQuery, usedFields as listUsedFields } from '../model/index.ts';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import { draftProblems, modelOfDraft } from './draft.ts';
import { PanelForm, usedIn } from './panel-form.tsx';
import { useFilterDraft } from './use-filter-draft.ts';
import { requiredFields, buildDraftRules, usePanelSections } from './panel-fields.ts';
import type { FilterForm } from './panel-fields.ts';

export interface FilterCardsProps {
  value: FilterModel;
  /** Called with the finished model after each change: empty, hidden, excluded and forbidden filters are left out. */
  onChange: (model: FilterModel) => void;
  /** The user whose fields, clients and options apply; the session's user by default. */
  owner?: SessionUserData;
  /** Fields that are not offered, and not part of the model. */
  excluded?: readonly string[];
  form?: FilterForm;
  dates?: boolean;
  activityTypes?: boolean;
  /** At least one activity type must be selected; otherwise none means all. */
  typesRequired?: boolean;
  /** All filter fields; without it those of organization questions are missing. */
  catalogue?: FieldCatalogue;
  /** Shows validation errors, such as after an attempt to save; `filterProblems` lists them. */
  checked?: boolean;
}

const nothingExcluded: readonly string[] = [];

type CardsOptions = Pick<FilterCardsProps, 'excluded' | 'form' | 'dates' | 'typesRequired' | 'catalogue'>;

/** Why a model of `FilterCards` cannot be saved, at most one message per field; empty if valid. */
export const filterProblems = (
  model: FilterModel,
  owner: SessionUserData,
  {
    excluded = nothingExcluded,
    form = 'plain',
    dates = false,
    typesRequired = false,
    catalogue = namedCatalogue,
  }: CardsOptions = {},
) =>
  draftProblems(
    model,
    buildDraftRules(owner, { excluded, form, dates, typesRequired, catalogue }),
    new Date(),
  );

type DraftOptions = Pick<Parameters<typeof useFilterDraft>[0], 'rules' | 'checked'>;

/**
 * A draft that reports the user's changes, and restarts with a value that it has not reported. `held` is the value
 * that the page currently has.
 */
const useControlledDraft = ({ value, onChange }: FilterCardsProps, options: DraftOptions) => {
  const [now] = useState(() => new Date());
  const text = toQuery(value);
  const [start, setStart] = useState({ model: value, text });
  const [held, setHeld] = useState(text);
  const draft = useFilterDraft({
    ...options,
    applied: start.model,
    defaults: start.model,
    onApply: () => {},
  });
  const { model } = draft;
  const finished = toQuery(model);
  if (text !== held) {
    setHeld(text);
    if (text !== finished) {
      setStart({ model: value, text });
      // The value that the draft has started from: for the draft, the applied model does not change.
      if (text === start.text) draft.load(value);
    }
  }
  // Finishing a model, such as dropping forbidden fields, is not a change by the user.
  const unchanged = held === start.text ? toQuery(modelOfDraft(start.model, options.rules, now)) : held;
  const report = useEffectEvent(() => {
    if (finished !== unchanged) onChange(model);
  });
  useEffect(() => report(), [finished]);
  return draft;
};

const Cards = ({ owner, ...props }: FilterCardsProps & { owner: SessionUserData }) => {
  const { excluded = nothingExcluded, form = 'plain', dates = false } = props;
  const { activityTypes = true, typesRequired = false } = props;
  const { catalogue = namedCatalogue, checked = false } = props;
  const excludedText = excluded.join();
  const rules = useMemo(
    () =>
      buildDraftRules(owner, { excluded: excludedText.split(','), form, dates, typesRequired, catalogue }),
    [owner, excludedText, form, dates, typesRequired, catalogue],
  );
  const draft = useControlledDraft(props, { rules, checked });
  const sections = usePanelSections(rules, draft);
  const usedFields = new Set(listUsedFields(draft.model, emptyModel));
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const hasFilters = (title: string) =>
    sections.some((section) => section.title === title && usedIn(section, usedFields).length > 0);
  return (
    <PanelForm
      {...{ draft, sections, activityTypes, usedFields }}
      user={owner}
      find=""
      required={requiredFields(form, owner, typesRequired)}
      isOpen={(title) => toggled[title] ?? (title === 'General' || hasFilters(title))}
      onOpenChange={(title, open) => setToggled((before) => ({ ...before, [title]: open }))}
    />
  );
};

/** Filters as cards in a page, with fields by section, for the session's user or another owner. */
export const FilterCards = ({ owner, ...props }: FilterCardsProps) => {
  const session = useFilterOwner();
  const user = owner ?? session;
  return (
    user && (
      <FilterOwner value={user}>
        <Cards key={user.id} {...props} owner={user} />
      </FilterOwner>
    )
  );
};
