import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import type { PagePanel } from '@readerlens/filters/panel';
import { Badge, IconButton, PageHeader } from '@readerlens/ui';
import { X } from 'lucide-react';

interface Props {
  panel: PagePanel;
  /** Ids of the documents that the search is narrowed to; empty for all. */
  documents: readonly string[];
  /** The title of the first result, which names the document if there is only one. */
  firstTitle: string | null | undefined;
  onAllDocuments: () => void;
}

const Documents = ({ documents, firstTitle, onAllDocuments }: Omit<Props, 'panel'>) => (
  <Badge as="li" tone="accent" whiteSpace="normal" overflowWrap="anywhere" pe="0">
    {documents.length === 1
      ? `Document: ${firstTitle ?? '1 selected'}`
      : `Documents: ${documents.length} selected`}
    <IconButton
      size="sm"
      minH="24px"
      width="24px"
      label="Show all documents"
      icon={<X size={13} aria-hidden="true" />}
      onClick={onAllDocuments}
    />
  </Badge>
);

/** The page's title, and the filters. */
export const SearchHead = ({ panel, ...narrowing }: Props) => (
  <>
    <PageHeader
      title="Engagements Search"
      actions={<FiltersButton panel={panel} />}
      filters={
        <FilterChips panel={panel}>
          {narrowing.documents.length > 0 && <Documents {...narrowing} />}
        </FilterChips>
      }
    />
    <SearchNote controls={panel.controls} />
  </>
);
