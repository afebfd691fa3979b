import {
  describeCut,
  eventTiles as tiles,
  liftGroupWords as groupWords,
  liftLabel as label,
  writeLift,
} from '@readerlens/contract/marketing-figures';
import type { Lift } from '@readerlens/contract/marketing-figures';
import type { LiftGroup } from '@readerlens/contract/marketing-events';
import { formatLift, formatMeanChange, hasLift } from '@readerlens/contract/marketing-rates';
import { Cell, FigureTile, figureQuery, useFigure } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { Button, HowCounted, Skeleton, Stack, Text, TextLink, formatCount } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Building2, ChartNoAxesCombined, ClipboardList, Percent, UserCheck } from 'lucide-react';
import { TileCell } from '../tile-cell.tsx';
import { helpTexts, rowsLink } from './events.ts';
import type { ShownSet } from './events.ts';

type Group = Lift['attending'];

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props extends Compared {
  address: string;
  event: string;
}

const LiftGroupLine = ({
  name,
  group,
  address,
}: {
  name: 'attending' | 'controls';
  group: Group;
  address: string;
}) => {
  const { organizations, cases, before, after } = group;
  const words = groupWords[name];
  const several = cases === organizations ? '' : ` (${formatCount(organizations)} different ones)`;
  return (
    <Text textStyle="small" color="textMuted">
      {cases === 0 ? (
        `0 ${words}`
      ) : (
        <TextLink to={rowsLink(address, { set: name satisfies LiftGroup })}>
          {`${formatCount(cases)} ${words}`}
        </TextLink>
      )}
      {several}
      {cases > 0 &&
        `: ${formatCount(before)} → ${formatCount(after)}, mean change ${formatMeanChange(group)}`}
    </Text>
  );
};

const LiftFigure = ({ lift, address }: { lift: Lift; address: string }) => {
  const { events, attending, controls, leftOut } = lift;
  const cut = describeCut(lift);
  const isKnown = hasLift(attending, controls);
  return (
    <Stack gap="1">
      {events > 0 && (
        <>
          <Text {...(isKnown ? { textStyle: 'figure' } : { color: 'textMuted' })}>
            {formatLift(attending, controls)}
          </Text>
          {isKnown && (
            <Text textStyle="small" color="textMuted">
              engagements per organization, beyond the change of similar organizations. Association, not
              cause.
            </Text>
          )}
          <LiftGroupLine name="attending" group={attending} address={address} />
          <LiftGroupLine name="controls" group={controls} address={address} />
          {leftOut > 0 && (
            <Text textStyle="small" color="textMuted">
              <TextLink to={rowsLink(address, { set: 'leftOut' })}>
                {`${formatCount(leftOut)} left out`}
              </TextLink>
              : no engagement in the 90 days before
            </Text>
          )}
        </>
      )}
      {cut !== undefined && (
        <Text textStyle="small" color="textMuted">
          {cut}
        </Text>
      )}
    </Stack>
  );
};

const LiftTile = ({ search, event, address }: Props) => {
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/events/lift', search, { body: event ? { event } : {} }),
  );
  const { data, error } = query;
  return (
    <FigureTile
      label={label}
      icon={<ChartNoAxesCombined {...icon} />}
      aside={<HowCounted of={label}>{helpTexts.lift}</HowCounted>}
      shown={data ? { figure: writeLift(data) } : { missing: label }}
    >
      {error ? (
        <>
          <Text role="alert" color="negative" textStyle="small" marginBottom="1">
            {error.message}
          </Text>
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </>
      ) : data ? (
        <LiftFigure lift={data} address={address} />
      ) : (
        <Skeleton height="35px" width="96px" />
      )}
    </FigureTile>
  );
};

export const EventTiles = (props: Props) => {
  const { search, previous, address, event } = props;
  const figure = useFigure(
    'POST /api/marketing-performance/events',
    { search, previous },
    { body: event ? { event } : {} },
  );
  const link = (set: ShownSet) => rowsLink(address, { set });
  return (
    <>
      <TileCell
        tile={tiles.registrants}
        Icon={ClipboardList}
        help={helpTexts.registrants}
        href={link('registrants')}
        {...figure}
      />
      <TileCell
        tile={tiles.attendees}
        Icon={UserCheck}
        help={helpTexts.attendees}
        href={link('attendees')}
        {...figure}
      />
      <TileCell
        tile={tiles.showRate}
        Icon={Percent}
        help={helpTexts.showRate}
        href={link('registrants')}
        {...figure}
      />
      <TileCell
        tile={tiles.organizations}
        Icon={Building2}
        help={helpTexts.organizations}
        href={link('organizations')}
        {...figure}
      />
      <Cell span={12}>
        <LiftTile {...props} />
      </Cell>
    </>
  );
};
