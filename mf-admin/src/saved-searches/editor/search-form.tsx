import { maxSearchName, searchNameLabel } from '@readerlens/filters/model';
import { FilterCards } from '@readerlens/filters/panel';
import { ActionBar, Button, Card, Form, Stack, TextAreaField, TextField, useTextField } from '@readerlens/ui';
import { hasForeignClients, searchForm } from './search-values.ts';
import { useSearchForm } from './use-search-form.ts';
import type { SearchFormOptions } from './use-search-form.ts';

/** The API accepts no longer text. */
const maxDescription = 2000;

const Details = () => (
  <Card title="Search details">
    <Stack gap="4">
      <TextField
        label={searchNameLabel}
        required
        hint={`At most ${maxSearchName} characters`}
        {...useTextField('name')}
      />
      <TextAreaField
        label="Description"
        rows={3}
        maxLength={maxDescription}
        {...useTextField('description')}
      />
    </Stack>
  </Card>
);

/** The details and filters of a saved search, new or existing. */
export const SearchForm = (options: SearchFormOptions) => {
  const form = useSearchForm(options);
  const { values, saving, change } = form;
  return (
    <Form form={form} aria-label="Saved search">
      <Stack gap="5">
        <Details />
        <FilterCards
          {...searchForm}
          owner={options.owner}
          catalogue={options.catalogue}
          value={values.model}
          onChange={(model) => change({ model })}
          // Clients that the owner does not have are named before an attempt to save.
          checked={form.isChecked || hasForeignClients(values.model, options.owner)}
        />
        <ActionBar follows aria-label="Changes of the search">
          <Button type="submit" variant="primary" loading={saving}>
            Save
          </Button>
          <Button disabled={saving} onClick={() => change({ model: options.defaults })}>
            Reset filters
          </Button>
        </ActionBar>
      </Stack>
    </Form>
  );
};
