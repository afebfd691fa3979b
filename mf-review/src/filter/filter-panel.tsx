import type { SessionUserData } from '@readerlens/auth';
import { Badge, Box, Button, Card, Drawer, Flex, useIsNarrow } from '@readerlens/ui';
import { useId } from 'react';
import { FilterFields } from './filter-fields.tsx';
import type { ReviewCriteria } from './review-criteria.ts';
import { useFilterForm } from './use-filter-form.ts';
import type { FilterForm } from './use-filter-form.ts';

export interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  user: SessionUserData;
  applied: ReviewCriteria;
  today: string;
  onApply: (criteria: ReviewCriteria) => void;
}

interface CommandsProps {
  form: FilterForm;
  formId: string;
  /** Undefined where the filter has a close button. */
  onCancel?: () => void;
}

const Commands = ({ form, formId, onCancel }: CommandsProps) => (
  <>
    <Box flex="1">{form.isModified && <Badge tone="highlight">Modified</Badge>}</Box>
    <Button onClick={form.reset}>Reset</Button>
    {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    <Button variant="primary" type="submit" form={formId}>
      See results
    </Button>
  </>
);

/** The filter: above the list, or in a drawer on narrow windows. Changes apply only on 'See results', which closes it. */
export const FilterPanel = ({ open, onClose, user, applied, today, onApply }: FilterPanelProps) => {
  const narrow = useIsNarrow();
  const formId = useId();
  const form = useFilterForm({ applied, today, onApply });
  const { setForm, submit } = form;
  const fields = (
    <form ref={setForm} id={formId} noValidate aria-label="Filters" onSubmit={submit}>
      <FilterFields
        key={form.revision}
        {...{ user, today }}
        draft={form.draft}
        problems={form.problems}
        onChange={form.change}
      />
    </form>
  );
  const leave = () => {
    form.discard();
    onClose();
  };
  if (narrow) {
    return (
      <Drawer open={open} onClose={leave} title="Filters" footer={<Commands form={form} formId={formId} />}>
        {fields}
      </Drawer>
    );
  }
  return (
    <Card id="review-filters" aria-label="Filters" hidden={!open} mb="5">
      {fields}
      <Flex gap="2" align="center" mt="4">
        <Commands form={form} formId={formId} onCancel={leave} />
      </Flex>
    </Card>
  );
};
