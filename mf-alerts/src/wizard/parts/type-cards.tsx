import type { AlertType } from '@readerlens/contract/alerts';
import { Grid, Heading, Span, Stack, Text, styled } from '@readerlens/ui';
import { ListChecks, MousePointerClick, TrendingUp } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

interface Card {
  name: string;
  text: string;
  Icon: LucideIcon;
}

/** In the order in which they are shown. */
const cards: Readonly<Record<AlertType, Card>> = {
  SpecificActivityNotification: {
    name: 'Specific activity',
    text: 'You are notified on each activity from anyone who meets the filters.',
    Icon: MousePointerClick,
  },
  SeriesOfActivitiesNotification: {
    name: 'Series of activities',
    text: 'You are notified when the target records a number of activities over a period.',
    Icon: ListChecks,
  },
  ChangeInActivitiesNotification: {
    name: 'Change in activities',
    text: 'Compares current activity with previous performance and notifies you on an increase or decrease.',
    Icon: TrendingUp,
  },
};

const TypeCard = styled('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    p: '4',
    textAlign: 'start',
    background: 'surface',
    borderWidth: '1.5px',
    borderRadius: 'lg',
    cursor: 'pointer',
    _hover: { borderColor: 'control' },
    '& > svg': { color: 'textMuted' },
    '&[aria-pressed=true]': {
      borderColor: 'accent',
      background: 'selected',
      '& > svg': { color: 'accentText' },
    },
  },
});

interface Props {
  value: AlertType | undefined;
  /** Undefined after a click on the selected card. */
  onChange: (type: AlertType | undefined) => void;
}

/** The types of alerts to choose from; a second click takes the choice back. */
export const TypeCards = ({ value, onChange }: Props) => (
  <Stack gap="3" as="section" aria-labelledby="alert-type-question">
    <Heading id="alert-type-question">What kind of notification would you like to configure?</Heading>
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap="4">
      {(Object.entries(cards) as [AlertType, Card][]).map(([type, { name, text, Icon }]) => (
        <TypeCard
          key={type}
          type="button"
          aria-pressed={type === value}
          onClick={() => onChange(type === value ? undefined : type)}
        >
          <Icon size={22} aria-hidden="true" />
          <Span fontWeight="semibold">{name}</Span>
          <Text as="span" textStyle="small" color="textMuted">
            {text}
          </Text>
        </TypeCard>
      ))}
    </Grid>
  </Stack>
);
