import { maxSideIds, sideKinds } from '@readerlens/contract/marketing';
import type { SideName } from '@readerlens/contract/marketing';
import { sourceLabels, sources } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { knownOption } from '@readerlens/filters/list';
import { namedCatalogue, sideFields } from '@readerlens/filters/model';
import type { Side } from '@readerlens/filters/model';
import { Card, Heading, MultiSelect, SelectField, Stack } from '@readerlens/ui';
import { useId } from 'react';
import { describeProblem, kindWords, sideTitles, useSideTerms } from './sides.ts';

interface Props {
  name: SideName;
  side: Side;
  onChange: (side: Side) => void;
}

const kindOptions = sideKinds.map((kind) => ({ value: kind, label: kindWords[kind].label }));
const tacticOptions = sources.map((source) => ({ id: source, name: sourceLabels[source] }));

const Values = ({ side, onChange }: Omit<Props, 'name'>) => {
  const terms = useSideTerms(side);
  const definition = namedCatalogue.find(sideFields[side.kind]);
  const field = {
    label: kindWords[side.kind].label,
    hideLabel: true,
    placeholder: `Choose ${kindWords[side.kind].many}`,
    maxItems: maxSideIds,
    error: describeProblem(side),
  };
  const choose = (chosen: readonly { id: string }[]) =>
    onChange({ ...side, ids: chosen.map(({ id }) => id) });
  if (side.kind === 'tactic' || !definition)
    return (
      <MultiSelect
        {...field}
        options={tacticOptions}
        value={tacticOptions.filter(({ id }) => side.ids.includes(id))}
        onChange={choose}
      />
    );
  return <OptionsField key={side.kind} {...field} definition={definition} value={terms} onChange={choose} />;
};

/** Chooses what a side of the comparison has. */
export const SidePicker = ({ name, side, onChange }: Props) => {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} height="full">
      <Stack gap="2">
        <Heading id={id} as="h2">
          {sideTitles[name]}
        </Heading>
        <SelectField
          label={`${sideTitles[name]} by`}
          hideLabel
          value={side.kind}
          options={kindOptions}
          onChange={(event) => {
            const kind = knownOption(sideKinds, event.target.value);
            if (kind) onChange({ kind, ids: [] });
          }}
        />
        <Values side={side} onChange={onChange} />
      </Stack>
    </Card>
  );
};
