import {
  webinarTiles as tiles,
  writeCompletion,
  writeMinutes,
  writeScore,
} from '@readerlens/contract/marketing-figures';
import type { ShownFigure } from '@readerlens/contract/marketing-figures';
import { Cell, FigureTile } from '@readerlens/filters/dashboard';
import { HowCounted, Text, TextLink } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { CirclePlay, Clock, Gauge, MessageCircle, Percent, UserCheck, UserX, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { TileCell } from '../tile-cell.tsx';
import { helpTexts, peopleLink } from './webinars.ts';
import type { Summary } from './webinars.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  query: UseQueryResult<Summary>;
  before: Summary | undefined;
  address: string;
}

interface ValueTileProps {
  help: string;
  Icon: LucideIcon;
  figure: ShownFigure;
  /** Undefined if there is nobody to list. */
  href: string | undefined;
}

const ValueTile = ({ help, Icon, figure, href }: ValueTileProps) => {
  const { label, value, note } = figure;
  return (
    <FigureTile
      label={label}
      icon={<Icon {...icon} />}
      aside={<HowCounted of={label}>{help}</HowCounted>}
      shown={{ figure }}
    >
      <Text {...(value.startsWith('n = ') ? { color: 'textMuted' } : { textStyle: 'figure' })}>
        {href === undefined ? (
          value
        ) : (
          <TextLink to={href} aria-label={`${label}: ${value}`}>
            {value}
          </TextLink>
        )}
      </Text>
      <Text mt="1" textStyle="small" color="textMuted">
        {note}
      </Text>
    </FigureTile>
  );
};

/** Metrics of what files may leave out. */
const InputTiles = ({ data, query, address }: Props & { data: Summary }) => {
  const { engagement, minutes, completion, onDemand, score } = data;
  const shown = { minutes: writeMinutes(data), completion: writeCompletion(data), score: writeScore(data) };
  const link = (group: 'measured' | 'scored' | 'timed', count: number) =>
    count > 0 ? peopleLink(address, { group }) : undefined;
  const cell = (tile: ReactNode, span: 4 | 6 = 4) => (
    <Cell span={span} mediumSpan={6} isTile>
      {tile}
    </Cell>
  );
  return (
    <>
      {engagement && (
        <TileCell
          span={4}
          tile={tiles.engagement}
          Icon={MessageCircle}
          query={query}
          help={helpTexts.engagement}
          href={peopleLink(address, { group: 'engageable' })}
        />
      )}
      {minutes &&
        shown.minutes &&
        cell(
          <ValueTile
            help={helpTexts.minutes}
            Icon={Clock}
            figure={shown.minutes}
            href={link('timed', minutes.attendees)}
          />,
        )}
      {completion &&
        shown.completion &&
        cell(
          <ValueTile
            help={helpTexts.completion}
            Icon={Gauge}
            figure={shown.completion}
            href={link('measured', completion.attendees)}
          />,
        )}
      {onDemand && (
        <TileCell
          span={6}
          tile={tiles.onDemand}
          Icon={CirclePlay}
          query={query}
          help={helpTexts.onDemand}
          href={peopleLink(address, { group: 'recorded' })}
        />
      )}
      {score &&
        shown.score &&
        cell(
          <ValueTile
            help={helpTexts.score}
            Icon={Gauge}
            figure={shown.score}
            href={link('scored', score.attendees)}
          />,
          6,
        )}
    </>
  );
};

export const WebinarTiles = (props: Props) => {
  const { query, before, address } = props;
  const link = (group: 'attendees' | 'noShows' | 'registrants') => peopleLink(address, { group });
  const figure = { query, before };
  return (
    <>
      <TileCell
        tile={tiles.registrants}
        Icon={Users}
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
        tile={tiles.noShows}
        Icon={UserX}
        help={helpTexts.noShows}
        href={link('noShows')}
        {...figure}
      />
      <TileCell
        tile={tiles.attendance}
        Icon={Percent}
        help={helpTexts.attendance}
        href={peopleLink(address, {})}
        {...figure}
      />
      {query.data && <InputTiles {...props} data={query.data} />}
    </>
  );
};
