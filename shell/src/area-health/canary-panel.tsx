import type { Canary, CanaryChange } from '@readerlens/contract';
import { countText, formatCount } from '@readerlens/contract/numbers';
import { canaryRings, ringNames } from '@readerlens/contract/registry';
import type { CanaryRing } from '@readerlens/contract/registry';
import { useAccess } from '@readerlens/auth/react';
import { Badge, Box, Button, SelectField, Span, Stack, confirm, toast } from '@readerlens/ui';
import { useChangeCanary, usePromoteCanary } from './canaries.queries.ts';
import { showTime } from './version-columns.tsx';
import { showMs } from './vital-rating.ts';

const states = {
  running: { tone: 'accent', text: 'running' },
  paused: { tone: 'warning', text: 'paused' },
  stopped: { tone: 'negative', text: 'stopped' },
  promoted: { tone: 'positive', text: 'promoted' },
  replaced: { tone: 'neutral', text: 'replaced' },
} as const;

const ringOptions = canaryRings.map((ring) => ({ value: ring, label: ringNames[ring] }));

type Side = Canary['sides']['canary'];

const times = [
  ['mountMs', 'mount'],
  ['lcpMs', 'LCP'],
  ['inpMs', 'INP'],
] as const satisfies readonly (readonly [keyof Side, string])[];

/** 'failed for 2 of 60 people, mount 120 ms, LCP 900 ms'. Times are third quartiles. */
const formatSide = (side: Side): string => {
  if (side.people === 0) return 'has no reports since then';
  const measured = times.flatMap(([key, name]) => {
    const value = side[key];
    return value === null ? [] : [`${name} ${showMs(value)}`];
  });
  const failed = `failed for ${formatCount(side.failed)} of ${countText(side.people, 'person', 'people')}`;
  return [failed, ...measured].join(', ');
};

const isOpen = ({ state }: Canary) => state === 'running' || state === 'paused';

/** What happens next, or how it ended. */
const describeCourse = (canary: Canary): string => {
  const { state, isSafe, nextLook, endedAt, stable } = canary;
  if (state === 'paused') return 'Everybody has the deployed version for now.';
  if (state !== 'running')
    return endedAt ? `Ended ${showTime(endedAt)}.` : `Another version than ${stable} was deployed.`;
  if (isSafe) return 'It is as good as the deployed version. Promote it to make it that.';
  return nextLook === null
    ? 'It is not compared any more. Decide by hand.'
    : `It is compared once ${formatCount(nextLook)} people have it.`;
};

const Actions = ({ canary }: { canary: Canary }) => {
  const { area, version, ring, state, stable } = canary;
  const change = useChangeCanary(canary.id);
  const promotion = usePromoteCanary(canary.id);
  const apply = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const move = (body: CanaryChange, done: string) => apply(() => change.mutateAsync(body), done);
  const stop = async () => {
    const isConfirmed = await confirm({
      title: `Stop the canary ${version} of ${area}?`,
      message: `Everybody gets ${stable} when they next enter the area.`,
      confirmLabel: 'Stop',
      danger: true,
    });
    if (isConfirmed) await move({ state: 'stopped' }, 'Canary stopped');
  };
  const promote = async () => {
    const isConfirmed = await confirm({
      title: `Promote the canary ${version} of ${area}?`,
      message: `It becomes the deployed version for everybody, instead of ${stable}.`,
      confirmLabel: 'Promote',
    });
    if (isConfirmed) await apply(() => promotion.mutateAsync(), 'Canary promoted');
  };
  const isBusy = change.isPending || promotion.isPending;
  return (
    <Box display="flex" flexWrap="wrap" alignItems="flex-end" gap="2">
      <Box minW="240px">
        <SelectField
          label="Who gets it"
          options={ringOptions}
          value={ring}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as CanaryRing;
            void move({ ring: next }, `The canary is for ${ringNames[next]} now`);
          }}
        />
      </Box>
      {state === 'paused' ? (
        <Button loading={isBusy} onClick={() => void move({ state: 'running' }, 'Canary resumed')}>
          Resume
        </Button>
      ) : (
        <Button loading={isBusy} onClick={() => void move({ state: 'paused' }, 'Canary paused')}>
          Pause
        </Button>
      )}
      <Button loading={isBusy} onClick={() => void stop()}>
        Stop
      </Button>
      <Button variant="primary" loading={isBusy} onClick={() => void promote()}>
        Promote
      </Button>
    </Box>
  );
};

/** The last canary of an area: who gets it, how it compares with the deployed version, and how it ended. */
export const CanaryPanel = ({ canary }: { canary: Canary }) => {
  const isSystemAdmin = useAccess({ role: 'SystemAdmin' });
  const { version, ring, state, reason, startedAt, startedBy, sides } = canary;
  const { tone, text } = states[state];
  return (
    <Stack
      as="section"
      aria-label={`Canary ${version}`}
      gap="3"
      mb="4"
      p="3"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
    >
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        <Span fontWeight="600">Canary</Span>
        <Span fontFamily="mono">{version}</Span>
        <Badge tone={tone}>{text}</Badge>
        <Span color="textMuted">
          {isOpen(canary) ? `for ${ringNames[ring]}, ` : ''}
          {`started ${showTime(startedAt)} with the deploy token ${startedBy}`}
        </Span>
      </Box>
      <Box as="ul" listStyleType="none" m="0" p="0">
        {(
          [
            ['The canary', sides.canary],
            ['The deployed version', sides.stable],
          ] as const
        ).map(([name, side]) => (
          <li key={name}>{`${name} ${formatSide(side)}`}</li>
        ))}
      </Box>
      <Span color="textMuted">
        {reason && `${reason} `}
        {describeCourse(canary)}
      </Span>
      {isSystemAdmin && isOpen(canary) && <Actions canary={canary} />}
    </Stack>
  );
};
