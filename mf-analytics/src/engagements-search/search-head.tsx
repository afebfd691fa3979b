import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import type { PagePanel } from '@readerlens/filters/panel';
import { PageHeader, RemovableBadge, SlotLinks, useIsNarrow } from '@readerlens/ui';
import { describeSearch, organizationActions, readerActions, searchActions } from '../slots.ts';
import type { Narrowing } from './search-address.ts';
import type { EngagementRow } from './search.queries.ts';

interface Props {
  panel: PagePanel;
  narrowing: Narrowing;
  /** The first result, which names what the search is narrowed to. */
  first: EngagementRow | undefined;
  onWiden: (change: Partial<Narrowing>) => void;
}

/** The name of the organization at the time, which the path of the company dashboard ends with. */
const readOrgName = (row: EngagementRow | undefined): string | undefined => {
  const name = row?.readerCompanyUrl?.split('/').at(-1);
  return name === undefined ? undefined : decodeURIComponent(name);
};

/** What a link narrowed the search to; each can be removed. */
const narrowedTo = ({
  narrowing: { documents, reader, org, docAge },
  first,
  onWiden,
}: Omit<Props, 'panel'>) => [
  documents.length > 0 && (
    <RemovableBadge
      key="documents"
      text={
        documents.length === 1
          ? `Document: ${first?.docTitle ?? '1 selected'}`
          : `Documents: ${documents.length} selected`
      }
      label="Show all documents"
      onRemove={() => onWiden({ documents: [] })}
    />
  ),
  reader !== '' && (
    <RemovableBadge
      key="reader"
      text={`Reader: ${first?.fullName ?? '1 selected'}`}
      label="Show all readers"
      onRemove={() => onWiden({ reader: '' })}
    />
  ),
  org !== '' && (
    <RemovableBadge
      key="org"
      text={`Organization: ${readOrgName(first) ?? '1 selected'}`}
      label="Show all organizations"
      onRemove={() => onWiden({ org: '' })}
    />
  ),
  docAge && (
    <RemovableBadge
      key="age"
      text={`Document age: ${docAge}`}
      label="Show documents of any age"
      onRemove={() => onWiden({ docAge: undefined })}
    />
  ),
];

/** Where the links beside the results come from: about the search, or about the one reader or organization that it is of. */
const findSlot = ({ documents, reader, org, docAge }: Props['narrowing']) => {
  if (documents.length > 0 || docAge || (reader !== '' && org !== '')) return undefined;
  if (reader !== '') return { slot: readerActions, context: { reader } };
  return org === '' ? { slot: searchActions } : { slot: organizationActions, context: { organization: org } };
};

/** The page's title, and the filters. No link is about documents that only a link can narrow the search to. */
export const SearchHead = ({ panel, ...narrowed }: Props) => {
  const narrowings = narrowedTo(narrowed);
  const place = findSlot(narrowed.narrowing);
  const narrow = useIsNarrow();
  return (
    <>
      <PageHeader
        title="Engagements Search"
        actions={
          <>
            {place && (
              <SlotLinks
                shape={narrow ? 'stacked' : 'text'}
                flexShrink="0"
                slot={place.slot}
                note={narrowed.narrowing.query === '' ? undefined : 'Without the typed text:'}
                context={{ ...place.context, ...describeSearch(panel.controls.model) }}
              />
            )}
            <FiltersButton panel={panel} />
          </>
        }
        filters={<FilterChips panel={panel}>{narrowings}</FilterChips>}
      />
      <SearchNote controls={panel.controls} />
    </>
  );
};
