import type { Alarm } from '@readerlens/contract';
import { Banner, Box, Span, Stack } from '@readerlens/ui';
import { ReleaseButton } from './release-button.tsx';
import { showTime } from './run-labels.tsx';

export const alarmTitles: Record<Alarm['condition'], string> = {
  'database-unreachable': 'Database not reachable',
  'worker-stopped': 'No background work',
  'deliveries-held': 'Deliveries held',
  'late-slots': 'Scheduled runs late',
  'mail-not-set-up': 'No mail server set up',
  'mails-refused': 'Mails not taken',
  'areas-untold': 'Areas not told about readers',
  'secrets-unreadable': 'Stored secrets not readable',
  'area-store-unreadable': 'Area store missing',
  'identity-provider-unusable': 'Identity provider not usable',
  'clock-moved': 'Clock wrong',
  'upgrade-unfinished': 'Upgrade not finished',
  'disk-nearly-full': 'Disk nearly full',
};

export const alarmTones = { critical: 'negative', warning: 'warning' } as const;

const AlarmBanner = ({
  alarm: { condition, severity, since, what, action },
  onReleased,
}: {
  alarm: Alarm;
  onReleased: () => void;
}) => (
  <Banner tone={alarmTones[severity]} shape="box">
    <Box>
      {alarmTitles[condition]}
      {since && <Span fontWeight="normal">{` since ${showTime(since)}`}</Span>}
    </Box>
    <Box fontWeight="normal" overflowWrap="anywhere">
      {what} {action}
    </Box>
    {condition === 'deliveries-held' && <ReleaseButton onReleased={onReleased} />}
  </Banner>
);

/** What keeps the product from doing what it promised, and what to do. Read aloud when it changes. */
export const Alarms = ({ alarms, onReleased }: { alarms: readonly Alarm[]; onReleased: () => void }) => (
  <Stack gap="2" role="status" aria-label="Alarms" _empty={{ display: 'contents' }}>
    {alarms.map((alarm) => (
      <AlarmBanner key={alarm.condition} alarm={alarm} onReleased={onReleased} />
    ))}
  </Stack>
);
