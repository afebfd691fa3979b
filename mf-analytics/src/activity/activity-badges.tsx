import type { ActivityType } from '@readerlens/contract/vocabulary';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { Badge, Flex, Span, VisuallyHidden } from '@readerlens/ui';
import { CalendarDays, Inbox, MousePointerClick, Presentation } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const icons: Record<ActivityType, LucideIcon> = {
  Engagement: MousePointerClick,
  CustomerRequest: Inbox,
  Webinar: Presentation,
  Event: CalendarDays,
};

const colors: Record<ActivityType, string> = {
  Engagement: 'accentText',
  CustomerRequest: 'warning',
  Webinar: 'info',
  Event: 'roleSecondary',
};

interface Props {
  type: ActivityType;
  /** Shows the name next to the icon; otherwise it is in the tooltip and the accessible name. */
  named?: boolean;
}

/** The icon of an activity type. */
export const ActivityTypeIcon = ({ type, named = false }: Props) => {
  const Icon = icons[type];
  const label = activityTypeLabel[type];
  return (
    <Flex
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="1.5"
      title={named ? undefined : label}
    >
      <Span color={colors[type]} flexShrink="0" lineHeight="1">
        <Icon size={17} aria-hidden="true" />
      </Span>
      {named ? <span>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
    </Flex>
  );
};

const tones = { 1: 'positive', 2: 'info', 3: 'neutral' } as const;

const chooseTone = (quality: number) => (quality === 1 || quality === 2 ? tones[quality] : tones[3]);

/** The quality of an activity; nothing if unknown. */
export const QualityBadge = ({ quality, named = false }: { quality: number | null; named?: boolean }) =>
  quality === null ? null : (
    <Badge tone={chooseTone(quality)} justifyContent="center" minW="20px">
      {!named && <VisuallyHidden>Quality </VisuallyHidden>}
      {named ? `Quality ${quality}` : quality}
    </Badge>
  );
