import { Type } from 'typebox';
import type { Static } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { ExportColumn } from '../explorer/schemas.ts';
import { columnCategories } from '../explorer/vocabulary.ts';
import {
  ActivityTypeSchema,
  ActivityTypesInput,
  Count,
  FilterItem,
  Id,
  Moment,
  PersonName,
  enumSchema,
  object,
  withDropped,
} from '../schemas.ts';

const access = signedIn;
const Filters = Type.Array(FilterItem, { maxItems: 200 });

export const SavedSearch = object({
  id: Id,
  userId: Id,
  name: Type.String(),
  description: Type.String(),
  isDefault: Type.Boolean(),
  filters: Filters,
  indices: Type.Array(ActivityTypeSchema, { description: 'Activity types; none means all' }),
  createdOn: Moment,
  createdBy: PersonName,
  updatedOn: Moment,
  updatedBy: PersonName,
});
export type SavedSearch = Static<typeof SavedSearch>;

const list = { items: Type.Array(SavedSearch), total: Count, page: Count, pageSize: Count };
const SavedSearchInput = object({
  userId: Id,
  name: Type.String({ maxLength: 200, description: 'At most 60 characters' }),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  filters: Filters,
  indices: Type.Optional(ActivityTypesInput),
});
const ofUser = object({ userId: Id });
const ofSearch = object({ userId: Id, id: Id });

const DefaultFilters = object({ filters: Filters, indices: Type.Array(ActivityTypeSchema) });
const Column = object({
  field: Type.String(),
  category: enumSchema(columnCategories),
  isMandatoryForExport: Type.Boolean(),
});

const saved = 'Saved searches';
const preferences = 'Preferences';

export const searchesCalls = {
  'GET /api/saved-searches/{userId}': {
    tag: saved,
    summary: "A page of a user's saved searches",
    access,
    params: ofUser,
    query: object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 100' })),
      sortBy: Type.Optional(enumSchema(['name', 'createdOn', 'updatedOn'] as const, 'Default: name')),
      sortDir: Type.Optional(enumSchema(['asc', 'desc'] as const, 'Default: asc')),
    }),
    data: object(list),
    top: object(list),
  },
  'GET /api/saved-searches/{userId}/{id}': {
    tag: saved,
    summary: 'One saved search',
    access,
    params: ofSearch,
    data: SavedSearch,
  },
  'POST /api/saved-searches': {
    tag: saved,
    summary: 'Saves a search',
    access,
    body: SavedSearchInput,
    data: withDropped(SavedSearch),
  },
  'PATCH /api/saved-searches/{id}': {
    tag: saved,
    summary: 'Changes a saved search',
    access,
    params: object({ id: Id }),
    body: object({
      userId: Type.Optional(Id),
      name: Type.Optional(SavedSearchInput.properties.name),
      description: SavedSearchInput.properties.description,
      filters: Type.Optional(Filters),
      indices: SavedSearchInput.properties.indices,
    }),
    data: withDropped(SavedSearch),
  },
  'DELETE /api/saved-searches/{userId}/{id}': {
    tag: saved,
    summary: 'Deletes a saved search that is not the default',
    access,
    params: ofSearch,
    data: Type.Null(),
  },
  'POST /api/saved-searches/set-default/{userId}/{id}': {
    tag: saved,
    summary: "Makes a search the user's default; the two ids may be swapped",
    access,
    params: ofSearch,
    data: Type.Null(),
  },
  'POST /api/saved-searches/remove-default/{userId}/{id}': {
    tag: saved,
    summary: "Clears a search as the user's default; the two ids may be swapped",
    access,
    params: ofSearch,
    data: Type.Null(),
  },
  'GET /api/default-filters/{userId}': {
    tag: preferences,
    summary:
      "The initial filters of a user's filter panel: the default saved search, else stored or built-in defaults",
    access,
    params: ofUser,
    data: DefaultFilters,
  },
  'GET /api/default-filters/{userId}/{savedSearchId}': {
    tag: preferences,
    summary: 'The filters of a saved search that its user may still search by',
    access,
    params: object({ userId: Id, savedSearchId: Id }),
    data: DefaultFilters,
  },
  'PUT /api/default-filters': {
    tag: preferences,
    summary: "Stores the initial filters of a user's filter panel",
    access,
    body: object({ userId: Id, filters: Filters, indices: Type.Optional(ActivityTypesInput) }),
    data: withDropped(DefaultFilters),
  },
  'GET /api/default-columns/{userId}': {
    tag: preferences,
    summary: "A user's default export columns, in order",
    access,
    params: ofUser,
    data: Type.Array(Column),
  },
  'PUT /api/default-columns': {
    tag: preferences,
    summary: "Stores a user's default export columns",
    access,
    body: object({ userId: Id, columns: Type.Array(ExportColumn, { maxItems: 100 }) }),
    data: Type.Array(Column),
  },
  'POST /api/permalinks': {
    tag: preferences,
    summary: 'Creates a short link to a screen; the same search always gets the same link',
    access,
    body: object({
      path: Type.String({ minLength: 1, maxLength: 500, pattern: '^/(?!/)' }),
      search: Type.String({ maxLength: 60_000, pattern: '^(\\?.*)?$' }),
    }),
    data: object({ id: Id }),
  },
  'GET /api/permalinks/{id}': {
    tag: preferences,
    summary: 'The target of a short link',
    access,
    params: object({ id: Id }),
    data: object({ path: Type.String(), search: Type.String() }),
  },
} as const satisfies Record<string, CallDefinition>;

export type DefaultFilters = Static<typeof DefaultFilters>;
export type DefaultColumn = Static<typeof Column>;
