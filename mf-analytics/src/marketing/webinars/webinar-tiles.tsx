import { formatAmountShare, formatAverage } from '@readerlens/contract/marketing-rates';
import { Cell, FigureTile, StatTile } from '@readerlens/filters/dashboard';
import { HowCounted, Text, TextLink, formatCount } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { CirclePlay, Clock, Gauge, MessageCircle, Percent, UserCheck, UserX, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RateTile } from '../rate-tile.tsx';
import { helpTexts, peopleLink } from './webinars.ts';
import type { Summary } from './webinars.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  query: UseQueryResult<Summary>;
  before: Summary | undefined;
  address: string;
}

interface ValueTileProps {
  label: string;
  help: string;
  Icon: LucideIcon;
  figure: string;
  note: string;
  /** Undefined if there is nobody to list. */
  href: string | undefined;
}

const ValueTile = ({ label, help, Icon, figure, note, href }: ValueTileProps) => (
  <FigureTile
    label={label}
    icon={<Icon {...icon} />}
    aside={<HowCounted of={label}>{help}</HowCounted>}
    shown={{ figure: { label, value: figure, note } }}
  >
    <Text {...(figure.startsWith('n = ') ? { color: 'textMuted' } : { textStyle: 'figure' })}>
      {href === undefined ? (
        figure
      ) : (
        <TextLink to={href} aria-label={`${label}: ${figure}`}>
          {figure}
        </TextLink>
      )}
    </Text>
    <Text mt="1" textStyle="small" color="textMuted">
      {note}
    </Text>
  </FigureTile>
);

const countAttendees = (count: number) => `${formatCount(count)} ${count === 1 ? 'attendee' : 'attendees'}`;

/** Metrics of what files may leave out. */
const InputTiles = ({ data, query, address }: Props & { data: Summary }) => {
  const { engagement, minutes, completion, onDemand, score } = data;
  const link = (group: 'measured' | 'scored' | 'timed', count: number) =>
    count > 0 ? peopleLink(address, { group }) : undefined;
  const cell = (tile: ReactNode, span: 4 | 6 = 4) => (
    <Cell span={span} mediumSpan={6}>
      {tile}
    </Cell>
  );
  return (
    <>
      {engagement &&
        cell(
          <RateTile
            label="Engagement rate"
            icon={<MessageCircle {...icon} />}
            query={query}
            readCases={(each) =>
              each.engagement ? { part: each.engagement.engaged, of: each.engagement.attendees } : undefined
            }
            help={helpTexts.engagement}
            href={peopleLink(address, { group: 'engageable' })}
          />,
        )}
      {minutes &&
        cell(
          <ValueTile
            label="Average minutes"
            help={helpTexts.minutes}
            Icon={Clock}
            figure={formatAverage({ part: minutes.minutes, of: minutes.attendees })}
            note={`${formatCount(minutes.minutes)} minutes of ${countAttendees(minutes.attendees)}`}
            href={link('timed', minutes.attendees)}
          />,
        )}
      {completion &&
        cell(
          <ValueTile
            label="Completion"
            help={helpTexts.completion}
            Icon={Gauge}
            figure={formatAmountShare(
              { part: completion.minutes, of: completion.possible },
              completion.attendees,
            )}
            note={`${formatCount(completion.minutes)} of ${formatCount(completion.possible)} minutes`}
            href={link('measured', completion.attendees)}
          />,
        )}
      {onDemand &&
        cell(
          <RateTile
            label="Watched on demand"
            icon={<CirclePlay {...icon} />}
            query={query}
            readCases={(each) =>
              each.onDemand ? { part: each.onDemand.watched, of: each.onDemand.registrants } : undefined
            }
            help={helpTexts.onDemand}
            href={peopleLink(address, { group: 'recorded' })}
          />,
          6,
        )}
      {score &&
        cell(
          <ValueTile
            label="Average score"
            help={helpTexts.score}
            Icon={Gauge}
            figure={formatAverage({ part: score.points, of: score.attendees })}
            note={`of 10, for ${countAttendees(score.attendees)}. What a webinar did not offer is left out, the rest scaled to 10.`}
            href={link('scored', score.attendees)}
          />,
          6,
        )}
    </>
  );
};

export const WebinarTiles = (props: Props) => {
  const { query, before, address } = props;
  const count = (
    label: string,
    help: string,
    group: 'attendees' | 'noShows' | 'registrants',
    Icon: LucideIcon,
  ) => (
    <Cell span={3} mediumSpan={6}>
      <StatTile
        {...{ label, help, query, before }}
        icon={<Icon {...icon} />}
        readValue={(data: Summary) => data[group]}
        href={peopleLink(address, { group })}
      />
    </Cell>
  );
  return (
    <>
      {count('Registrants', helpTexts.registrants, 'registrants', Users)}
      {count('Attendees', helpTexts.attendees, 'attendees', UserCheck)}
      {count('No-shows', helpTexts.noShows, 'noShows', UserX)}
      <Cell span={3} mediumSpan={6}>
        <RateTile
          label="Attendance rate"
          icon={<Percent {...icon} />}
          query={query}
          readCases={({ attendees, registrants }) => ({ part: attendees, of: registrants })}
          help={helpTexts.attendance}
          href={peopleLink(address, {})}
        />
      </Cell>
      {query.data && <InputTiles {...props} data={query.data} />}
    </>
  );
};
