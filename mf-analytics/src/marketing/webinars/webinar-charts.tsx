import { formatRate } from '@readerlens/contract/marketing-rates';
import { figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { HowCounted, formatCount } from '@readerlens/ui';
import { ChartCard, barsView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { withColumns } from '../chart-columns.ts';
import { dayLabels, inputLabels, peopleLink } from './webinars.ts';
import type { Summary } from './webinars.ts';

interface Props {
  search: DashboardSearch;
  address: string;
}

/** When people registered: most of them do so in the last days. */
export const RegistrationCurve = ({ search, address }: Props) => {
  const query = useQuery(figureQuery('POST /api/marketing-performance/webinars/registrations', search));
  const title = 'Registrations By Days Before The Webinar';
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      note="The last week by days, earlier registrations by weeks."
      actions={
        <HowCounted of={title}>
          The day of the webinar minus the day of the registration, both UTC. A registration after the day is
          one for the recording. The parts add up to all registrants.
        </HowCounted>
      }
      {...useQueryChart(query, (days) =>
        barsView(
          days
            .filter(({ day, registrants }) => registrants > 0 || (day !== 'after' && day !== 'unknown'))
            .map(({ day, registrants }) => ({
              name: dayLabels[day],
              value: registrants,
              href: registrants > 0 ? peopleLink(address, { day }) : undefined,
            })),
          { unit: { one: 'registrant', many: 'registrants' }, of: 'Registered' },
        ),
      )}
    />
  );
};

/** What attendees did, of what the webinars offered. */
export const AttendeeActions = ({ query, address }: { query: UseQueryResult<Summary>; address: string }) => {
  const title = 'What Attendees Did';
  const missing = (inputs: Summary['inputs']) =>
    (['questions', 'polls', 'surveys', 'resources'] as const).filter(
      (input) => !inputs.some((each) => each.input === input),
    );
  const notOffered = query.data ? missing(query.data.inputs) : [];
  return (
    <ChartCard
      title={title}
      note={`Attendees who did each at least once.${notOffered.length > 0 ? ` Not offered, or not in the files: ${notOffered.join(', ')}.` : ''}`}
      actions={
        <HowCounted of={title}>
          Attendees with at least one question, answered poll, answered survey or opened resource. One person
          can be in several bars. The table has the share of the attendees of webinars that offered it.
        </HowCounted>
      }
      {...useQueryChart(query, ({ inputs }: Summary) =>
        withColumns(
          barsView(
            inputs.map(({ input, used }) => ({
              name: inputLabels[input],
              value: used,
              href: used > 0 ? peopleLink(address, { group: input }) : undefined,
            })),
            { unit: { one: 'attendee', many: 'attendees' }, of: 'Action', additive: false },
          ),
          ['Attendees', 'Offered to', 'Rate'],
          inputs.map(({ used, attendees }) => [
            formatCount(used),
            formatCount(attendees),
            formatRate({ part: used, of: attendees }),
          ]),
        ),
      )}
    />
  );
};
