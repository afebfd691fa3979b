import { Banner, IconButton } from '@readerlens/ui';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { FieldCatalogue, FieldDefinition, Problem } from '../model/index.ts';
import type { AreaSearch } from '../search/use-area-search.ts';
import type { CurrentSearchControls } from '../search/use-current-search.ts';

/** Names from a link are shown only if they look like field names, since anyone may have written the link. */
const fieldName = /^[A-Z][A-Za-z0-9]{0,39}$/;

const problemName = ({ path }: Problem, catalogue: FieldCatalogue): string | undefined => {
  const [, name = ''] = path.split('/');
  if (name === 'activityTypes') return catalogue.find('ActivityTypes')?.label;
  return catalogue.find(name)?.label ?? (fieldName.test(name) ? name : undefined);
};

const ending = (names: readonly string[]): string => (names.length > 0 ? `: ${names.join(', ')}.` : '.');

const joinLabels = (fields: readonly FieldDefinition[]): string => ending(fields.map(({ label }) => label));

const shownInstead = {
  link: '',
  session: 'Your last search is shown instead.',
  default: 'Your default search is shown instead.',
} as const;

type NoteInput = Pick<CurrentSearchControls, 'source' | 'problems' | 'forbidden' | 'masked'> & {
  catalogue: FieldCatalogue;
};

const unreadText = ({ source, problems, catalogue }: NoteInput): string => {
  const names = [...new Set(problems.flatMap((problem) => problemName(problem, catalogue) ?? []))];
  return source === 'link'
    ? `Part of this link could not be read and was left out${ending(names)}`
    : `This link could not be read${ending(names)}`;
};

/** What the page leaves out of the requested search, and why; '' if nothing. */
const noteText = (input: NoteInput): string => {
  const { source, problems, forbidden, masked } = input;
  const isIncomplete = problems.length + forbidden.length > 0;
  return [
    problems.length > 0 ? unreadText(input) : '',
    forbidden.length > 0 ? `Filters you do not have access to were left out${joinLabels(forbidden)}` : '',
    isIncomplete ? shownInstead[source] : '',
    masked.length > 0 ? `Not applied in Blinded Mode${joinLabels(masked)}` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
};

/** Shows what the page leaves out of the requested search, until dismissed. */
export const SearchNote = ({ controls }: { controls: AreaSearch }) => {
  const [dismissed, setDismissed] = useState('');
  // Until the search is final (`user` is set), more of the link may become valid.
  const text = controls.user ? noteText(controls) : '';
  if (text === '' || text === dismissed) return null;
  return (
    <Banner
      tone="warning"
      shape="box"
      role="status"
      mb="4"
      overflowWrap="anywhere"
      icon={<TriangleAlert size={16} aria-hidden="true" />}
      actions={
        <IconButton
          size="sm"
          color="inherit"
          label="Dismiss"
          icon={<X size={15} aria-hidden="true" />}
          onClick={() => setDismissed(text)}
        />
      }
    >
      {text}
    </Banner>
  );
};
