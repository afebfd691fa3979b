import { api } from '@readerlens/auth';
import { alertReports, alertTypeLabels, isCountingType } from '@readerlens/contract/alerts';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import { useDebounced } from '@readerlens/filters';
import { Banner, Box, Dialog, formatCount, SelectField, Stack, Text } from '@readerlens/ui';
import { ChartCard, barsView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Alert } from '../../alert/alert.queries.ts';
import { behaviorBody } from './behavior-values.ts';
import { startSchedule } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

export type BackTest = CallData<Calls['POST /api/notification-back-test/{id}']>;
type Slot = BackTest['slots'][number];

const pauseMs = 400;

const units = {
  activities: { one: 'activity', many: 'activities' },
  entities: { one: 'match', many: 'matches' },
} as const;
type Unit = (typeof units)[keyof typeof units];

const slotText = (slot: string) => dayjs(slot).format('MMMM DD, YYYY');
/** Shorter, for the axis of the chart. */
const barText = (slot: string) => dayjs(slot).format('MMM D, YYYY');

const Row = ({ title, text }: { title: string; text: string }) => (
  <Box as="li" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
    <Text fontWeight="medium" overflowWrap="anywhere">
      {title}
    </Text>
    <Text textStyle="small" color="textMuted" overflowWrap="anywhere">
      {text}
    </Text>
  </Box>
);

/** Why the run did not evaluate everything. */
const SlotNotes = ({ slot: { insufficientBaseline, incompleteClients } }: { slot: Slot }) => (
  <Box textStyle="small" color="textMuted">
    {insufficientBaseline > 0 && (
      <p>{`Not evaluated because their baseline is too small: ${formatCount(insufficientBaseline)}.`}</p>
    )}
    {incompleteClients.length > 0 && (
      <p>{`Skipped because their data starts after the baseline does: ${incompleteClients.join(', ')}.`}</p>
    )}
  </Box>
);

/** What one run would have reported. */
const SlotRows = ({ slot, unit }: { slot: Slot; unit: Unit }) => {
  const { entities, activities, totalMatched } = slot;
  const shown = entities.length + activities.length;
  if (shown === 0) return <Text color="textMuted">{`No ${unit.many} at this run.`}</Text>;
  return (
    <>
      <Box as="ul" listStyleType="none" m="0" p="0" aria-label={`Matches of ${slotText(slot.slot)}`}>
        {entities.map(({ clientId, entityId, name, client, why }) => (
          <Row key={`${clientId} ${entityId}`} title={`${name} · ${client}`} text={why} />
        ))}
        {activities.map(({ qualifiedId, docTitle, fullName, company, date }) => (
          <Row
            key={qualifiedId}
            title={docTitle}
            text={[fullName, company, slotText(date)].filter(Boolean).join(' · ')}
          />
        ))}
      </Box>
      {totalMatched > shown && (
        <Text textStyle="small" color="textMuted">
          {`And ${formatCount(totalMatched - shown)} more.`}
        </Text>
      )}
    </>
  );
};

/** Nobody reads a longer list: an email has its first twenty rows, and the rest is in the file. */
const readableMatches = 100;

/** Warns before the rule is active, rather than by its first mail. */
const TooManyMatches = ({ slots, unit }: { slots: readonly Slot[]; unit: Unit }) => {
  const [most] = slots.toSorted((a, b) => b.totalMatched - a.totalMatched);
  if (!most || most.totalMatched <= readableMatches) return null;
  return (
    <Banner tone="warning" shape="box" role="status" icon={<TriangleAlert size={16} aria-hidden="true" />}>
      {`The run of ${slotText(most.slot)} would have listed ${formatCount(most.totalMatched)} ${unit.many}. `}
      Narrower filters or a higher threshold make a list that people read.
    </Banner>
  );
};

const Result = ({ result, alert }: { result: BackTest; alert: Alert }) => {
  const { slots } = result;
  const unit = units[alertReports[alert.$type]];
  const latest = slots.findLast(({ totalMatched }) => totalMatched > 0) ?? slots.at(-1);
  const [chosen, setChosen] = useState(latest?.slot);
  const slot = slots.find((each) => each.slot === chosen);
  const points = slots.map((each) => ({ name: barText(each.slot), value: each.totalMatched }));
  return (
    <Stack gap="4">
      <TooManyMatches slots={slots} unit={unit} />
      <ChartCard
        status="ready"
        title={`${alertTypeLabels[alert.$type]} by run`}
        view={barsView(points, { unit, of: 'Run' })}
      />
      <Box maxW="320px">
        <SelectField
          label="Run"
          options={slots.map((each) => ({
            value: each.slot,
            label: `${slotText(each.slot)}: ${formatCount(each.totalMatched)}`,
          }))}
          value={chosen}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => setChosen(event.target.value)}
        />
      </Box>
      {slot && <SlotRows slot={slot} unit={unit} />}
      {slot && <SlotNotes slot={slot} />}
    </Stack>
  );
};

/** What the alert of a draft would have reported at its last runs, requested once changes pause. */
export const useBackTest = (alert: Alert, draft: RuleDraft, isWanted: boolean) => {
  const { $type, id, version } = alert;
  const { frequency, dayOfWeek, dayOfMonth, timeZone } = draft.schedule ?? startSchedule(alert);
  const body: CallInput<Calls['POST /api/notification-back-test/{id}']>['body'] = {
    ...(draft.behavior && isCountingType($type) ? { behavior: behaviorBody($type, draft.behavior) } : {}),
    schedule: { frequency, dayOfWeek, dayOfMonth, timeZone },
  };
  const text = JSON.stringify(body);
  const settled = useDebounced(text, pauseMs);
  const query = useQuery({
    queryKey: ['alert-back-test', id, version, text] as const,
    queryFn: async ({ signal }) =>
      (await api('POST /api/notification-back-test/{id}', { params: { id }, body }, { signal })).data,
    enabled: isWanted && settled === text,
    staleTime: Infinity,
    retry: false,
  });
  return { ...query, retry: () => void query.refetch() };
};

/** 'Would have matched 7 in the last month.' */
export const lastMonthWords = ({ lastMonth }: BackTest): string =>
  `Would have matched ${formatCount(lastMonth.totalMatched)} in the last month.`;

/** Warns of the longest run of a back-test. */
export const LongRunWarning = ({ alert, result }: { alert: Alert; result: BackTest }) => (
  <TooManyMatches slots={result.slots} unit={units[alertReports[alert.$type]]} />
);

/** Shows the runs of a back-test, and what each would have reported. */
export const BackTestDialog = ({
  alert,
  result,
  onClose,
}: {
  alert: Alert;
  result: BackTest;
  onClose: () => void;
}) => (
  <Dialog open onClose={onClose} title="Back-test" size="lg">
    <Stack gap="4" pb="4">
      <Text>{lastMonthWords(result)}</Text>
      <Text textStyle="small" color="textMuted">
        {`What the alert would have reported at its last ${result.slots.length} runs (${result.timeZone}).`}
      </Text>
      <Result result={result} alert={alert} />
    </Stack>
  </Dialog>
);
