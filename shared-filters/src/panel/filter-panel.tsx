import { Drawer, Grid, useIsNarrow } from '@readerlens/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FilterOwner } from '../lookups/owner.ts';
import { linkTo } from '../search/current-search.ts';
import { PanelFooter } from './panel-footer.tsx';
import { PanelForm, countSet } from './panel-form.tsx';
import { PanelRail } from './panel-rail.tsx';
import { SavedSearchField } from './saved-search-field.tsx';
import { requiredFields } from './use-filter-rules.ts';
import { useMatchCount } from './use-match-count.ts';
import { usePanel } from './use-panel.ts';
import type { FilterPanelProps } from './use-panel.ts';

/** Focuses a control; a collapsed section opens first. */
const reveal = (control: HTMLElement | null | undefined) => {
  const section = control?.closest('details');
  if (section) section.open = true;
  control?.focus();
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

/** Which sections are open: initially all, on narrow windows the first and those with filters. */
const useOpenSections = (count: (title: string) => number) => {
  const narrow = useIsNarrow();
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const [isInitiallyOpen] = useState(
    () => (title: string) => !narrow || title === 'General' || count(title) > 0,
  );
  return {
    isOpen: (title: string) => toggled[title] ?? isInitiallyOpen(title),
    setOpen: (title: string, open: boolean) => setToggled((before) => ({ ...before, [title]: open })),
  };
};

const Panel = (props: FilterPanelProps) => {
  const { open, onClose, user, applied, form = 'dashboard', activityTypes = true } = props;
  const [body, setBody] = useState<HTMLElement | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [find, setFind] = useState('');
  const { draft, saved, sections, savedSearchId, chooseSaved, reset } = usePanel(props);
  const isInvalid = useHasInvalid(body) || !draft.isValid;
  const count = useMatchCount(draft.model, isInvalid ? undefined : props.countMatches);
  const entries = sections.map((section) => ({
    title: section.title,
    count: countSet(section, draft, activityTypes),
  }));
  const { isOpen, setOpen } = useOpenSections(
    (title) => entries.find((entry) => entry.title === title)?.count ?? 0,
  );
  const idOf = (title: string) => `${id}-${title}`;
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
  const jump = (title: string) => {
    setFind('');
    setOpen(title, true);
    requestAnimationFrame(() => {
      const head = document.getElementById(idOf(title))?.querySelector('summary');
      head?.scrollIntoView({ block: 'start' });
      head?.focus({ preventScroll: true });
    });
  };
  return (
    <Drawer
      open={open}
      onClose={close}
      title="Dashboard Filters"
      size="full"
      footer={
        <PanelFooter
          isModified={draft.isModified}
          count={count}
          search={linkTo(location.search, draft.model)}
          onReset={() => {
            setFind('');
            reset();
          }}
          onSubmit={submit}
          submitButton={submitButton}
        />
      }
    >
      <Grid
        ref={setBody}
        role="form"
        aria-label="Filters"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '232px minmax(0, 1fr)' }}
        gap={{ base: '4', lg: '6' }}
        alignItems="start"
        maxW="1360px"
        mx="auto"
        css={{ '--field-label-height': '24px', '--field-label-align': 'center' }}
        onKeyDown={(event) => {
          // Deferred and through the button: only then does the draft include what was typed last.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            setTimeout(() => submitButton.current?.click());
        }}
      >
        <PanelRail sections={entries} onJump={jump} find={find} onFind={setFind}>
          <SavedSearchField userId={user.id} saved={saved} value={savedSearchId} onChange={chooseSaved} />
        </PanelRail>
        <PanelForm
          {...{ draft, sections, user, activityTypes, find, idOf, isOpen }}
          required={requiredFields(form, user)}
          onOpenChange={setOpen}
        />
      </Grid>
    </Drawer>
  );
};

/** The 'Dashboard Filters' panel over the whole page. Closing it discards the draft. */
export const FilterPanel = (props: FilterPanelProps) =>
  props.open ? (
    <FilterOwner value={props.user}>
      <Panel {...props} />
    </FilterOwner>
  ) : null;
