import type { SessionUserData } from '@readerlens/auth';
import { isAtLeast } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { useFilterDraft } from '@readerlens/filters/react';
import { useRef } from 'react';
import { Button } from '../components/button.tsx';
import { Drawer } from '../components/dialog.tsx';
import { Box, Span } from '../components/layout.ts';
import { Badge } from '../components/surfaces.tsx';
import { PanelForm } from './panel-form.tsx';
import { useMatchCount } from './use-match-count.ts';
import type { CountMatches } from './use-match-count.ts';

export interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  user: SessionUserData;
  /** The model in force. */
  applied: FilterModel;
  /** What Reset restores. */
  defaults: FilterModel;
  /** A valid model, on 'See results'; the panel closes by itself. */
  onApply: (model: FilterModel) => void;
  /** What must be given: 'dashboard' companies and dates, 'search' clients for users below Internal, 'plain' nothing. */
  form?: 'dashboard' | 'search' | 'plain';
  dates?: boolean;
  activityTypes?: boolean;
  catalogue?: FieldCatalogue;
  /** Rows that a model stands for; shown before 'See results' is pressed. */
  countMatches?: CountMatches;
}

const requiredFields = (form: FilterPanelProps['form'], user: SessionUserData): ReadonlySet<string> => {
  if (form === 'dashboard') return new Set(['Clients', 'DateRange']);
  return new Set(form === 'search' && !isAtLeast(user.role, 'Internal') ? ['Clients'] : []);
};

const Panel = (props: FilterPanelProps) => {
  const { open, onClose, user, applied, defaults, onApply, form = 'dashboard', dates = true } = props;
  const { activityTypes = true, catalogue = namedCatalogue } = props;
  const body = useRef<HTMLFormElement>(null);
  const draft = useFilterDraft({ applied, defaults, onApply, rules: { catalogue, user, form, dates } });
  const count = useMatchCount(draft.model, draft.isValid ? props.countMatches : undefined);
  const close = () => {
    draft.load(applied);
    onClose();
  };
  const submit = () => {
    // A date that could not be read is in its input only: the draft still has the day before it.
    const unread = body.current?.querySelector<HTMLElement>('input[aria-invalid="true"]');
    if (unread && draft.problems.size === 0) return unread.focus();
    if (draft.apply()) return onClose();
    // After the messages are there: to the first field that is wrong.
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select)')?.focus(),
    );
  };
  return (
    <Drawer
      open={open}
      onClose={close}
      title="Dashboard Filters"
      size="full"
      footer={
        <>
          <Box flex="1" display="flex" alignItems="center" gap="3" color="textMuted">
            {draft.isModified && <Badge tone="highlight">Modified</Badge>}
            <Span aria-live="polite">
              {count !== undefined && `${count.toLocaleString('en-US')} matches`}
            </Span>
          </Box>
          <Button onClick={draft.reset}>Reset</Button>
          <Button variant="primary" onClick={submit}>
            See results
          </Button>
        </>
      }
    >
      <form
        ref={body}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PanelForm
          {...{ draft, user, catalogue, dates, activityTypes }}
          required={requiredFields(form, user)}
        />
      </form>
    </Drawer>
  );
};

/** The 'Dashboard Filters' panel over the whole page. The draft lives as long as the panel is open. */
export const FilterPanel = (props: FilterPanelProps) => (props.open ? <Panel {...props} /> : null);
