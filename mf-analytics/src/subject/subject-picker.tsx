import { api } from '@readerlens/auth';
import { readerPath } from '@readerlens/contract/readers';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { toRequest, writeSearch } from '@readerlens/filters/model';
import { Box, MultiSelect } from '@readerlens/ui';
import type { MultiSelectOption } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useLocation, useNavigate } from 'react-router-dom';
import { companyPathOfId } from '../activity/subject-address.ts';
import { isSearchable } from './searchable.ts';

interface Source {
  label: string;
  /** Those whose name has the text. */
  named: (text: string, signal: AbortSignal) => Promise<readonly MultiSelectOption[]>;
  /** Offered before a name is typed: the most active within the filters. */
  mostActive: (search: DashboardSearch, signal: AbortSignal) => Promise<readonly MultiSelectOption[]>;
  /** By id only: names must not get into the address. */
  buildPath: (id: string) => string;
}

/** As many as the lookups find. */
const size = 8;
const engagements = (count: number) => countText(count, 'engagement');

const sources = {
  organization: {
    label: 'Find an organization',
    named: async (text, signal) =>
      (await api('GET /api/lookups/organizations', { query: { q: text } }, { signal })).data,
    mostActive: async ({ model }, signal) => {
      const { data } = await api(
        'POST /api/most-active-cos',
        { body: { ...toRequest(model), size } },
        { signal },
      );
      return data.map((org) => ({
        id: org.orgId,
        name: org.orgName,
        note: engagements(org.activitiesCount),
      }));
    },
    buildPath: companyPathOfId,
  },
  reader: {
    label: 'Find a reader',
    named: async (text, signal) => {
      const { data } = await api('GET /api/lookups/readers', { query: { q: text } }, { signal });
      return data.map(({ readerId, name, company }) => ({
        id: readerId,
        name,
        ...(company === null ? {} : { note: company }),
      }));
    },
    mostActive: async ({ model }, signal) => {
      const { data } = await api(
        'POST /api/most-active-readers',
        { body: { ...toRequest(model), size } },
        { signal },
      );
      return data.map((reader) => ({
        id: reader.readerId,
        name: reader.name,
        note: engagements(reader.totalEngagements),
      }));
    },
    buildPath: (id) => readerPath({ emailUrl: null, userId: id }),
  },
} satisfies Record<string, Source>;

interface Props {
  what: keyof typeof sources;
  search: DashboardSearch;
}

/** Finds another reader or organization, and opens its page with the same filters, comparison and choices. */
export const SubjectPicker = ({ what, search }: Props) => {
  const navigate = useNavigate();
  const location = useLocation();
  const { label, named, mostActive, buildPath }: Source = sources[what];
  const find = async (typed: string, signal: AbortSignal) => {
    const text = typed.trim();
    if (isSearchable(text)) return named(text, signal);
    return search.isReady ? mostActive(search, signal) : [];
  };
  return (
    <Box width={{ base: '100%', sm: '300px' }} order={{ base: 1, sm: 0 }} minW="0">
      <MultiSelect
        label={label}
        hideLabel
        placeholder={label}
        single
        value={[]}
        loadOptions={find}
        onChange={([chosen]) => {
          if (chosen) void navigate(`${buildPath(chosen.id)}${writeSearch(location.search, search.model)}`);
        }}
      />
    </Box>
  );
};
