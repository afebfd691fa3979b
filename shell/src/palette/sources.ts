import { api } from '@readerlens/auth';
import { readerPath } from '@readerlens/contract/readers';
import { termsFilter, writeSearch } from '@readerlens/filters/model';
import type { PaletteSource } from './palette-entry.ts';

const clients: PaletteSource = {
  id: 'clients',
  title: 'Clients',
  search: async (q, signal) => {
    const { data } = await api('GET /api/cms/companies', { query: { q } }, { signal });
    return data.map(({ id, name }) => ({
      id,
      label: name,
      icon: 'handshake',
      to: `/${writeSearch('', { filters: [termsFilter('Clients', [{ id, name }])], indices: [] })}`,
    }));
  },
};

const readers: PaletteSource = {
  id: 'readers',
  title: 'Readers',
  search: async (q, signal) => {
    const { data } = await api('GET /api/lookups/readers', { query: { q } }, { signal });
    return data.flatMap(({ readerId, userIdOrEmail, name, jobTitle, company }) => {
      const to = readerPath(userIdOrEmail);
      if (to === null) return [];
      const detail = [jobTitle, company].filter(Boolean).join(', ');
      return [{ id: readerId, label: name?.trim() || 'Unnamed reader', detail, icon: 'users', to }];
    });
  },
};

const organizations: PaletteSource = {
  id: 'organizations',
  title: 'Organizations',
  search: async (q, signal) => {
    const { data } = await api('GET /api/lookups/organizations', { query: { q } }, { signal });
    return data.map(({ id, name, companyUrl }) => ({
      id,
      label: name.trim() || 'Unnamed organization',
      icon: 'building-2',
      to: companyUrl,
    }));
  },
};

/** What the API finds by name, limited to what the caller may see. */
export const lookupSources: readonly PaletteSource[] = [clients, readers, organizations];
