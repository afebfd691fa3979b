import type { CallData, Calls } from '@readerlens/contract/client';
import { otherPeriodMessage, uploadedPeopleNote } from '@readerlens/contract/marketing-words';
import { emptyPageWords } from '@readerlens/contract/marketing-pages';
import { Cell, DashboardGrid, figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { useListView } from '@readerlens/filters/list';
import { EmptyState, HowCounted, Stack, Text } from '@readerlens/ui';
import { ChartCard, barsView } from '@readerlens/ui/charts';
import type { ChartView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { MissingColumn, MissingInput } from '../tactics/missing-input.tsx';
import { OnlyOne } from '../tactics/only-one.tsx';
import { EventList, EventRows } from './event-rows.tsx';
import { EventTiles } from './event-tiles.tsx';
import { helpTexts, rowsAddress, rowsLink } from './events.ts';

type Sessions = CallData<Calls['POST /api/marketing-performance/events/sessions']>;

interface ViewProps {
  compared: ComparedSearch;
  address: string;
}

const kind = 'events';

/** A session of one of several events has the name of the event, because several can have the same sessions. */
const nameSession = ({ name, event }: Sessions[number], sessions: Sessions): string =>
  sessions.some((other) => other.event !== event) ? `${name} (${event})` : name;

const shownSessions = 15;

const sessionsView = (sessions: Sessions, address: string): ChartView =>
  barsView(
    sessions.slice(0, shownSessions).map((session) => ({
      id: session.key,
      name: nameSession(session, sessions),
      value: session.attendees,
      href: rowsLink(address, { set: 'attendees', session: session.key }),
    })),
    { unit: { one: 'attendee', many: 'attendees' }, of: 'Session', additive: false },
  );

const useSessions = (search: DashboardSearch, event: string) =>
  useQuery(
    figureQuery('POST /api/marketing-performance/events/sessions', search, { body: event ? { event } : {} }),
  );

const SessionBars = ({
  search,
  event,
  address,
}: {
  search: DashboardSearch;
  event: string;
  address: string;
}) => {
  const query = useSessions(search, event);
  const title = 'Attendees By Session';
  const chart = useQueryChart(query, (data) => sessionsView(data, address));
  const hidden = (query.data?.length ?? 0) - shownSessions;
  return (
    <ChartCard
      title={title}
      {...(hidden > 0
        ? { note: `The ${shownSessions} sessions with most attendees. Choose an event to see those of it.` }
        : {})}
      actions={<HowCounted of={title}>{helpTexts.sessions}</HowCounted>}
      {...chart}
    />
  );
};

const EventsView = ({ compared, address }: ViewProps) => {
  const { search, previous } = compared;
  const { view, show } = useListView(rowsAddress);
  const { event, session } = view;
  const { data } = useQuery(figureQuery('POST /api/marketing-performance/events', search, { body: {} }));
  const list = useQuery(figureQuery('POST /api/marketing-performance/events/list', search));
  const sessions = useSessions(search, event);
  if (data?.uploaded === 0)
    return (
      <MissingInput
        title={emptyPageWords.events.upload}
        what="registrants and attendees of events"
        {...{ search, kind }}
      />
    );
  if (data?.events === 0)
    return <EmptyState title={emptyPageWords.events.period} message={otherPeriodMessage} />;
  return (
    <Stack gap="4">
      <Text color="textMuted">{uploadedPeopleNote}</Text>
      {event ? (
        <OnlyOne
          title={list.data?.find(({ key }) => key === event)?.title}
          all="All events"
          onShowAll={() => show({ event: '', session: '', page: 1 })}
        />
      ) : (
        <PageChange
          {...{ compared }}
          page="events"
          link={({ id }, place) => rowsLink(place.address, { set: 'registrants', event: id })}
        />
      )}
      <DashboardGrid search={search}>
        {/* The period before has other events. */}
        <EventTiles {...{ search, address, event }} previous={event ? undefined : previous} />
        <Cell span={12}>
          {sessions.data?.length === 0 ? (
            <MissingColumn figure="Attendees by session" field="sessions" {...{ search, kind }} />
          ) : (
            <SessionBars {...{ search, event, address }} />
          )}
        </Cell>
      </DashboardGrid>
      <EventList {...{ search, address }} />
      <EventRows search={search} sessionName={sessions.data?.find(({ key }) => key === session)?.name} />
    </Stack>
  );
};

/** Who registered for the events of a period, who came, and what their organizations did afterwards. */
export const EventsScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { search: address } = useLocation();
  return (
    <MarketingPage page="events" compared={compared}>
      <EventsView {...{ compared, address }} />
    </MarketingPage>
  );
};
