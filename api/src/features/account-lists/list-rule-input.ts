import type { ListRuleInput } from '@readerlens/contract';
import {
  listInRuleMessage,
  ruleClientsMessage,
  tooManyRuleTextsMessage,
} from '@readerlens/contract/account-lists/messages';
import { maxRuleTexts } from '@readerlens/contract/account-lists';
import { activityTypesMessage } from '@readerlens/contract/messages';
import {
  accountListsField,
  droppedMessages,
  namesOtherClients,
  normalizeModel,
  readStoredModel,
  textComparisons,
  withDefaultDateRange,
  withMovingDates,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import type { StoredRule } from '../../activities/account-lists/list-rule.ts';
import { readModel } from '../../activities/searches/filter-input.ts';
import { splitMasked } from '../../activities/searches/shown-model.ts';
import type { Session } from '../../people/session.ts';
import { AppError, badRequest } from '../../platform/http/errors.ts';

interface RuleContext {
  readonly clientId: number;
  readonly session: Session;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
  /** The rule that is replaced. */
  readonly stored?: StoredRule;
}

/** The paths of problems of filters are those of the filter model. */
const withRulePaths = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, code, message, details = [], headers } = error;
    const ofRule = details.map((each) => ({ ...each, path: `rule.${each.path}` }));
    throw new AppError(status, code, message, { details: ofRule, headers });
  }
};

/** The place of the first filter on a field. */
const findPath = ({ filters }: ListRuleInput, field: string): string =>
  `rule.filters.${filters.findIndex((filter) => filter.field === field)}`;

const refuse = (message: string, path: string) => badRequest(message, 'invalid_filter', [{ path, message }]);

/** @throws AppError 422: a list that named itself, also through others, would have no end */
const refuseLists = (input: ListRuleInput): void => {
  if (!input.filters.some(({ field }) => field === accountListsField)) return;
  const details = [{ path: findPath(input, accountListsField), message: listInRuleMessage }];
  throw new AppError(422, 'invalid_filter', listInRuleMessage, { details });
};

const checkFilters = (input: ListRuleInput, { clientId, session, catalogue }: RuleContext) => {
  const { blinded, scope } = session;
  const { model, dropped } = withRulePaths(() => readModel(input, { owner: session, catalogue, blinded }));
  const [lost] = dropped;
  // A rule without one of its filters would have other organizations than those that were asked for.
  if (lost) throw refuse(droppedMessages([lost])[0] ?? '', findPath(input, lost.field));
  const denied = model.indices.filter((type) => !scope.activityTypes.includes(type));
  if (denied.length > 0) throw refuse(activityTypesMessage(denied), 'rule.indices');
  if (namesOtherClients(model.filters, String(clientId)))
    throw refuse(ruleClientsMessage, findPath(input, 'Clients'));
  return model;
};

const checkTexts = (filters: readonly Filter[], input: ListRuleInput): void => {
  if (filters.reduce((sum, filter) => sum + textComparisons(filter), 0) <= maxRuleTexts) return;
  const texts = filters.find((filter) => textComparisons(filter) > 0);
  throw refuse(tooManyRuleTextsMessage, findPath(input, texts?.field ?? ''));
};

/**
 * The rule of a list as it is stored. Its dates are relative unless others were chosen, and its client is that of the list. A
 * blinded caller keeps filters on hidden texts without seeing them.
 * @throws AppError 400 for filters that are invalid, that the caller may not use, or of other clients, and 422 for account lists
 */
export const readRuleInput = (input: ListRuleInput, context: RuleContext): StoredRule => {
  const { session, catalogue, now, stored } = context;
  refuseLists(input);
  const model = checkFilters(input, context);
  const unseen =
    session.blinded && stored
      ? splitMasked(readStoredModel(stored, catalogue).filters, catalogue).hidden
      : [];
  const own = model.filters.filter(({ field }) => field !== 'Clients');
  const all = { ...model, filters: withMovingDates(withDefaultDateRange([...own, ...unseen], now), now) };
  const { filters, indices } = normalizeModel(all, catalogue);
  checkTexts(filters, input);
  return {
    filters,
    indices,
    leastEngagements: input.leastEngagements,
    mostOrganizations: input.mostOrganizations ?? null,
  };
};
