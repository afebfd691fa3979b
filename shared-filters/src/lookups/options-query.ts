import type { Viewer } from '@readerlens/auth/react';
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { LookupName } from '../model/index.ts';
import { hasIdIn } from './option-lookup.ts';
import type { Option, OptionRequest, OptionUser } from './option-lookup.ts';
import { optionLookups } from './option-lookups.ts';
import { lookupStaleTime, questionsQuery } from './questions.ts';

/** Where options come from and for whom. */
export interface OptionSource {
  readonly lookup: LookupName;
  readonly field: string;
  readonly user: OptionUser;
  readonly blinded: boolean;
  readonly clientIds?: readonly string[];
}

interface OptionsQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryFunctionContext) => Promise<readonly Option[]>;
  readonly staleTime: number;
}

const buildOptionRequest = (
  { field, user, clientIds = [] }: OptionSource,
  { client, signal }: QueryFunctionContext,
): Omit<OptionRequest, 'text'> => ({
  user,
  field,
  clientIds,
  signal,
  questions: () => client.fetchQuery(questionsQuery(user.id)),
});

/**
 * The options for a text; '' for lookups that return all options. The query key starts with the lookup and its
 * variant.
 */
export const optionsQuery = (source: OptionSource, text: string): OptionsQuery => {
  const { lookup, user, blinded } = source;
  const viewer: Viewer = { userId: user.id, blinded };
  const { load, variant } = optionLookups[lookup];
  return {
    queryKey: ['filter-options', lookup, variant?.(source) ?? [], viewer, text],
    queryFn: (context) => load({ ...buildOptionRequest(source, context), text }),
    staleTime: lookupStaleTime,
  };
};

/** Names of ids: from `byIds` where the server filters, otherwise from the full option list. */
export const optionNamesQuery = (source: OptionSource, ids: readonly string[]): OptionsQuery => {
  const { lookup, user, blinded, field } = source;
  const viewer: Viewer = { userId: user.id, blinded };
  const { filtersOnServer, byIds } = optionLookups[lookup];
  return {
    queryKey: ['filter-names', lookup, field, viewer, ids],
    queryFn: async (context) => {
      if (byIds && filtersOnServer(user)) return byIds(ids, buildOptionRequest(source, context));
      const all = await context.client.fetchQuery(optionsQuery(source, ''));
      return all.filter(hasIdIn(ids));
    },
    staleTime: Infinity,
  };
};
