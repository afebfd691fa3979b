import { useBlinded } from '@readerlens/auth/react';
import type { AreaSearch } from '@readerlens/filters';
import {
  FiltersButton,
  SearchLine,
  SearchNote,
  describeFilters,
  useShownModel,
} from '@readerlens/filters/panel';
import { Badge, Flex, IconButton, PageHeader } from '@readerlens/ui';
import { X } from 'lucide-react';
import { countEngagements } from './search.queries.ts';

interface Props {
  controls: AreaSearch;
  /** Ids of the documents that the search is narrowed to; empty for all. */
  documents: readonly string[];
  /** The title of the first result, which names the document if there is only one. */
  firstTitle: string | null | undefined;
  onAllDocuments: () => void;
}

const Documents = ({ documents, firstTitle, onAllDocuments }: Omit<Props, 'controls'>) => (
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

const AppliedFilters = ({ controls, ...narrowing }: Props) => {
  const blinded = useBlinded();
  const descriptions = describeFilters(useShownModel(controls.model), controls.catalogue, { blinded });
  const isNarrowed = narrowing.documents.length > 0;
  return descriptions.length === 0 && !isNarrowed ? null : (
    <Flex
      as="ul"
      aria-label="Applied filters"
      wrap="wrap"
      align="center"
      gap="1.5"
      mt="2"
      p="0"
      listStyleType="none"
    >
      {isNarrowed && <Documents {...narrowing} />}
      {descriptions.map((description) => (
        <Badge as="li" key={description} whiteSpace="normal" overflowWrap="anywhere">
          {description}
        </Badge>
      ))}
    </Flex>
  );
};

/** The page's title, the current search, and the filters. */
export const SearchHead = (props: Props) => {
  const { controls, documents } = props;
  return (
    <>
      <PageHeader
        title="Engagements Search"
        description={
          <>
            <SearchLine model={controls.model} />
            <AppliedFilters {...props} />
          </>
        }
        actions={<FiltersButton controls={controls} form="search" count={countEngagements({ documents })} />}
      />
      <SearchNote controls={controls} />
    </>
  );
};
