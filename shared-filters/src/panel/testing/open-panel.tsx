import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';
import { AreaContext } from '@readerlens/ui';
import type { AreaProps } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { screen, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { relativeRangeFilter, termsFilter } from '../../model/index.ts';
import type { FilterModel } from '../../model/index.ts';
import { defaultModel } from '../../search/default-model.ts';
import { FilterPanel } from '../filter-panel.tsx';
import type { FilterPanelProps } from '../use-panel.ts';

/** A client user with two companies, who may search by basic fields only. */
export const clientUser = testUser({
  role: 'Client',
  claims: ['cr-engagement-read', 'cr-webinar-read'],
  companies: ['Acme', 'Umbra'].map((name) => ({ id: name.toLowerCase(), name, onlines: [] })),
});
/** A staff user with every field that must be granted. */
export const staffUser: SessionUserData = {
  ...clientUser,
  role: 'Internal',
  companies: [],
  searchFields: ['AnalystTags', 'AnalystTagsExist', 'ReaderOrgsLookup'],
};

export const acme = termsFilter('Clients', [{ id: 'acme', name: 'Acme' }]);
export const lastYear = relativeRangeFilter('-1y');
export const buildModel = (...filters: FilterModel['filters']): FilterModel => ({ filters, indices: [] });

interface PageProps extends Partial<FilterPanelProps> {
  user: SessionUserData;
  applied: FilterModel;
  defaults: FilterModel;
}

const Page = ({ applied: first, onApply, ...props }: PageProps) => {
  const [open, setOpen] = useState(false);
  const [applied, setApplied] = useState(first);
  const opener = useRef<HTMLButtonElement>(null);
  const apply = (model: FilterModel) => {
    setApplied(model);
    onApply?.(model);
  };
  return (
    <MemoryRouter>
      <button ref={opener} onClick={() => setOpen(true)}>
        Filters
      </button>
      <FilterPanel
        openedByHand
        opener={opener}
        open={open}
        onClose={() => setOpen(false)}
        onApply={apply}
        applied={applied}
        {...props}
      />
    </MemoryRouter>
  );
};

/** Renders a page whose button opens the panel. Models that the panel applies are collected in `emitted`. */
export const openPanel = async (
  props: Partial<FilterPanelProps> = {},
  { offers }: Pick<AreaProps, 'offers'> = {},
) => {
  const user = props.user ?? clientUser;
  sessionStore.setState({ user });
  const defaults = props.defaults ?? defaultModel(user, { now: new Date(), dates: 'range' });
  const emitted: FilterModel[] = [];
  const { user: person } = renderUi(
    <AreaContext value={{ offers } as AreaProps}>
      <Page
        {...props}
        user={user}
        defaults={defaults}
        applied={props.applied ?? defaults}
        onApply={(model) => emitted.push(model)}
      />
    </AreaContext>,
  );
  const open = async () => {
    await person.click(screen.getByRole('button', { name: 'Filters' }));
    return within(await screen.findByRole('complementary', { name: 'Dashboard Filters' }));
  };
  const panel = await open();
  return {
    person,
    panel,
    emitted,
    open,
    press: (name: string | RegExp) => person.click(panel.getByRole('button', { name })),
    /** The filter of a field in the model applied last. */
    last: (field: string) => emitted.at(-1)?.filters.find((filter) => filter.field === field),
    pick: async (field: string, option: string) => {
      await person.click(panel.getByRole('combobox', { name: field }));
      await person.click(await panel.findByRole('option', { name: option }));
      await person.keyboard('{Escape}');
    },
  };
};

export type OpenPanel = Awaited<ReturnType<typeof openPanel>>;
