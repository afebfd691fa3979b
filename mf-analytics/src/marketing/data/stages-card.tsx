import { countText } from '@readerlens/contract/numbers';
import type { StageOutcome } from '@readerlens/contract/marketing-pipeline';
import { ActionRefusal, Banner, Button, Card, Grid, SelectField, Stack } from '@readerlens/ui';
import { useState } from 'react';
import { saveStages, useDataChange } from './data.queries.ts';
import type { OpportunityData } from './data.queries.ts';

interface Props {
  clientId: string;
  stages: OpportunityData['stages'];
  isReadOnly: boolean;
}

const outcomeOptions: readonly { value: StageOutcome; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

/** What each stage of the client's pipeline means. */
export const StagesCard = ({ clientId, stages, isReadOnly }: Props) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, StageOutcome>>>({});
  const save = useDataChange(async () => {
    const message = await saveStages(
      clientId,
      Object.entries(chosen).map(([stage, outcome]) => ({ stage, outcome })),
    );
    setChosen({});
    return message;
  });
  const missing = stages.filter(({ outcome }) => outcome === null).length;
  return (
    <Card
      title="Stages"
      subtitle="Rates need to know which stages are open, won and lost. The closed day of an open deal is a forecast and is not read."
    >
      <Stack gap="4">
        {missing > 0 && (
          <Banner tone="warning" shape="box">
            {`${countText(missing, 'stage has', 'stages have')} no meaning yet. Until then no rates are shown.`}
          </Banner>
        )}
        <ActionRefusal error={save.error} />
        <Grid templateColumns="repeat(auto-fill, minmax(180px, 1fr))" gap="4">
          {stages.map(({ stage, outcome, deals }) => (
            <SelectField
              key={stage}
              label={stage}
              hint={countText(deals, 'deal')}
              options={outcomeOptions}
              disabled={isReadOnly || save.isPending}
              value={chosen[stage] ?? outcome ?? ''}
              {...(outcome === null ? { placeholder: 'Choose' } : {})}
              onChange={({ target }) => {
                const { value } = target;
                const option = outcomeOptions.find((each) => each.value === value);
                if (option) setChosen((before) => ({ ...before, [stage]: option.value }));
              }}
            />
          ))}
        </Grid>
        <Button
          alignSelf="flex-start"
          variant="primary"
          loading={save.isPending}
          disabled={isReadOnly || Object.keys(chosen).length === 0 || save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          Save stages
        </Button>
      </Stack>
    </Card>
  );
};
