import { countText } from '@readerlens/contract/numbers';
import { Badge, Box, Button, Span, SidePanel, Stack, TextField } from '@readerlens/ui';
import type { RefObject } from 'react';
import { CopyLink } from './copy-link.tsx';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FilterOwner } from '../lookups/owner.ts';
import { PanelForm, usedIn } from './panel-form.tsx';
import { SavedSearchField } from './saved-search-field.tsx';
import { requiredFields } from './panel-fields.ts';
import { useMatchCount } from './use-match-count.ts';
import type { ShownField } from './use-filter-panel.ts';
import { usePanel } from './use-panel.ts';
import type { FilterPanelProps } from './use-panel.ts';
import { writeSearch } from '../model/index.ts';

interface FooterProps {
  isModified: boolean;
  count: number | undefined;
  search: string;
  onReset: () => void;
  onSubmit: () => void;
  submitButton: RefObject<HTMLButtonElement | null>;
}

const formatMatches = (count: number) => countText(count, 'match', 'matches');

/** Sticky footer of the form: the match count and the buttons. */
const PanelFooter = ({ isModified, count, search, onReset, onSubmit, submitButton }: FooterProps) => (
  <>
    <Box flex="1 1 300px" display="flex" alignItems="center" gap="3" minH="34px" color="textMuted">
      <Span aria-live="polite" fontVariantNumeric="tabular-nums" _empty={{ me: '-3' }}>
        {count !== undefined && formatMatches(count)}
      </Span>
      {isModified && <Badge tone="highlight">Modified</Badge>}
      <Box ms="auto">
        <CopyLink search={search} />
      </Box>
    </Box>
    <Button flex="1 1 120px" maxW={{ md: '240px' }} onClick={onReset}>
      Reset
    </Button>
    <Button ref={submitButton} flex="1 1 120px" maxW={{ md: '240px' }} variant="primary" onClick={onSubmit}>
      See results
    </Button>
  </>
);

/** Focuses a control; a collapsed section opens first. */
const reveal = (control: HTMLElement | null | undefined) => {
  const section = control?.closest('details');
  if (section) section.open = true;
  control?.focus();
};

/** On a touch screen, focusing a text field would open the keyboard over the panel. */
const hasKeyboard = () => matchMedia('(hover: hover)').matches;

/** The control of a field, otherwise the search for fields. */
const findControl = (form: HTMLElement | null, shown: ShownField | undefined) => {
  if (!shown) return hasKeyboard() ? form?.querySelector<HTMLElement>('[type="search"]') : undefined;
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const field = fields.find(({ dataset }) => dataset.field === shown.field);
  return field?.querySelector<HTMLElement>('input, select, textarea, button');
};

/** Invalid controls, including those with input that cannot be parsed, which only the control knows about. */
const invalidControl = '[aria-invalid="true"]:is(input, select, textarea)';

/** Whether a control of the form is invalid. */
const useHasInvalid = (form: HTMLElement | null): boolean => {
  const [hasInvalid, setHasInvalid] = useState(false);
  useEffect(() => {
    if (!form) return undefined;
    const observer = new MutationObserver(() => setHasInvalid(form.querySelector(invalidControl) !== null));
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, [form]);
  return hasInvalid;
};

/** Which sections are open: the first, and those with filters when the panel opens. */
const useOpenSections = (isUsed: (title: string) => boolean) => {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const [isInitiallyOpen] = useState(() => (title: string) => title === 'General' || isUsed(title));
  return {
    isOpen: (title: string) => toggled[title] ?? isInitiallyOpen(title),
    setOpen: (title: string, open: boolean) => setToggled((before) => ({ ...before, [title]: open })),
  };
};

const Panel = (props: FilterPanelProps) => {
  const { onClose, user, applied, shown, form = 'dashboard', activityTypes = true } = props;
  const [body, setBody] = useState<HTMLElement | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [find, setFind] = useState('');
  const { draft, usedFields, saved, sections, savedSearchId, chooseSaved, reset } = usePanel(props);
  const isInvalid = useHasInvalid(body) || !draft.isValid;
  const count = useMatchCount(draft.model, isInvalid ? undefined : props.countMatches);
  const { isOpen, setOpen } = useOpenSections((title) =>
    sections.some((section) => section.title === title && usedIn(section, usedFields).length > 0),
  );
  const controlToShow = () => findControl(document.getElementById(id), shown);
  const show = useEffectEvent(() => {
    if (shown) reveal(controlToShow());
  });
  useEffect(() => show(), [shown]);
  const close = () => {
    draft.load(applied);
    onClose();
  };
  const submit = () => {
    flushSync(() => {
      setFind('');
      draft.check();
    });
    const invalid = body?.querySelector<HTMLElement>(invalidControl);
    if (invalid) return reveal(invalid);
    if (draft.apply()) onClose();
  };
  return (
    <SidePanel
      onClose={close}
      title="Dashboard Filters"
      badge={usedFields.size > 0 && <Badge tone="accent">{usedFields.size}</Badge>}
      takesFocus={props.openedByHand}
      initialFocus={controlToShow}
      opener={props.opener}
      footer={
        <PanelFooter
          isModified={draft.isModified}
          count={count}
          search={writeSearch(location.search, draft.model)}
          onReset={() => {
            setFind('');
            reset();
          }}
          onSubmit={submit}
          submitButton={submitButton}
        />
      }
    >
      <Stack
        ref={setBody}
        id={id}
        role="form"
        aria-label="Filters"
        gap="4"
        css={{ '--field-label-height': '24px', '--field-label-align': 'center' }}
        onKeyDown={(event) => {
          // Deferred and through the button: only then does the draft include what was typed last.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            setTimeout(() => submitButton.current?.click());
        }}
      >
        <SavedSearchField userId={user.id} saved={saved} value={savedSearchId} onChange={chooseSaved} />
        <TextField
          label="Find a field"
          hideLabel
          type="search"
          placeholder="Find a field"
          value={find}
          onChange={(event: { target: { value: string } }) => setFind(event.target.value)}
        />
        <PanelForm
          {...{ draft, sections, user, activityTypes, find, usedFields, isOpen }}
          flat
          complete={shown !== undefined}
          required={requiredFields(form, user)}
          onOpenChange={setOpen}
        />
      </Stack>
    </SidePanel>
  );
};

/** The 'Dashboard Filters' panel beside or over the page. Closing it discards the draft. */
export const FilterPanel = (props: FilterPanelProps) =>
  props.open ? (
    <FilterOwner value={props.user}>
      <Panel {...props} />
    </FilterOwner>
  ) : null;
