import { maxSearchName, searchNameLabel } from '@readerlens/filters/model';
import { FilterCards } from '@readerlens/filters/panel';
import { ActionBar, Banner, Button, Card, Stack, TextAreaField, TextField } from '@readerlens/ui';
import type { ChangeEvent, FormEvent } from 'react';
import { searchForm } from './search-values.ts';
import { useSearchForm } from './use-search-form.ts';
import type { SearchFormOptions } from './use-search-form.ts';

type Form = ReturnType<typeof useSearchForm>;

/** The API accepts no longer text. */
const maxDescription = 2000;

const Details = ({ form: { values, nameProblem, change } }: { form: Form }) => (
  <Card title="Search details">
    <Stack gap="4">
      <TextField
        label={searchNameLabel}
        required
        hint={`At most ${maxSearchName} characters`}
        error={nameProblem}
        value={values.name}
        onChange={(event: ChangeEvent<HTMLInputElement>) => change({ name: event.target.value })}
      />
      <TextAreaField
        label="Description"
        rows={3}
        maxLength={maxDescription}
        value={values.description}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => change({ description: event.target.value })}
      />
    </Stack>
  </Card>
);

/** The details and filters of a saved search, new or existing. */
export const SearchForm = (options: SearchFormOptions) => {
  const form = useSearchForm(options);
  const { setForm, values, checked, saving, filtersProblem, failure, change, resetFilters } = form;
  const problem = filtersProblem ?? failure;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={setForm} noValidate aria-label="Saved search" onSubmit={submit}>
      <Stack gap="5">
        <Details form={form} />
        <FilterCards
          {...searchForm}
          owner={options.owner}
          catalogue={options.catalogue}
          value={values.model}
          onChange={(model) => change({ model })}
          checked={checked}
        />
        {problem !== undefined && (
          <Banner role="alert" tone="negative" shape="box">
            {problem}
          </Banner>
        )}
        <ActionBar follows aria-label="Changes of the search">
          <Button type="submit" variant="primary" loading={saving}>
            Save
          </Button>
          <Button disabled={saving} onClick={resetFilters}>
            Reset filters
          </Button>
        </ActionBar>
      </Stack>
    </form>
  );
};
