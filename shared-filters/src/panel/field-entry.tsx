import type { Filter } from '../model/index.ts';
import { DateRangeEntry, RelativeRangeEntry } from './date-entries.tsx';
import type { EntryProps } from './entry-props.ts';
import { FlagEntry } from './flag-entry.tsx';
import { MediaEntry } from './media-entry.tsx';
import { NumericEntry } from './numeric-entry.tsx';
import { TermsEntry } from './terms-entry.tsx';
import { TextEntry } from './text-entry.tsx';

/** The widget for a filter's kind. */
export const FieldEntry = ({ filter, ...rest }: EntryProps<Filter>) => {
  switch (filter.$type) {
    case 'Terms':
      return <TermsEntry {...rest} filter={filter} />;
    case 'Text':
      return <TextEntry {...rest} filter={filter} />;
    case 'Numeric':
      return <NumericEntry {...rest} filter={filter} />;
    case 'Bool':
    case 'Exists':
      return <FlagEntry {...rest} filter={filter} />;
    case 'Media':
      return <MediaEntry {...rest} filter={filter} />;
    case 'DateRange':
      return <DateRangeEntry {...rest} filter={filter} />;
    case 'RelativeDateRange':
      return <RelativeRangeEntry {...rest} filter={filter} />;
  }
};
