import { useBlinded } from '@readerlens/auth/react';
import { Badge, Flex, VisuallyHidden, styled, useIsNarrow } from '@readerlens/ui';
import { Building2, CalendarDays, Shapes } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { activityTypesField } from '../model/index.ts';
import { describeFilters } from './describe-filters.ts';
import { useShownModel } from '../lookups/use-shown-model.ts';
import { namesText, rangeText, useClientNames } from './shown-search.ts';
import type { ClientNames } from './shown-search.ts';
import type { PagePanel } from './use-filter-panel.ts';

const ChipButton = styled('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    maxW: '100%',
    minH: '28px',
    px: '2.5',
    py: '0.5',
    borderWidth: '1px',
    borderRadius: 'full',
    background: 'surface',
    color: 'text',
    textStyle: 'small',
    fontWeight: 'medium',
    textAlign: 'start',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms',
    _hover: { background: 'hover', borderColor: 'borderStrong' },
    '& svg': { color: 'textSubtle', flexShrink: 0 },
  },
  variants: {
    look: {
      set: {},
      /** Lets everything pass, or is what nobody has chosen. */
      usual: { color: 'textMuted', fontWeight: 'regular' },
      missing: { color: 'textMuted', borderStyle: 'dashed', borderColor: 'control' },
    },
  },
});

interface ChipProps extends ComponentProps<typeof ChipButton> {
  /** What the value is, if only the icon tells. */
  label?: string;
  icon?: ReactNode;
}

const Chip = ({ label, icon, children, ...rest }: ChipProps) => (
  <li>
    <ChipButton type="button" {...rest}>
      {icon}
      <span>
        {label && <VisuallyHidden>{`${label}: `}</VisuallyHidden>}
        {children}
      </span>
    </ChipButton>
  </li>
);

const iconProps = { size: 14, 'aria-hidden': true } as const;

/** Up to this many names are shown even if they are all of the user's clients. */
const maxNames = 3;

const clientsText = ({ names }: ClientNames, own: readonly unknown[]): string => {
  if (names.length > maxNames && names.length === own.length) return `All ${own.length} clients`;
  return namesText(names);
};

const ClientsChip = ({ panel }: { panel: PagePanel }) => {
  const { model, user, hasClients } = panel.controls;
  const clients = useClientNames(model);
  const { names, unknown } = clients;
  if (hasClients && names.length === 0 && unknown.length === 0) return null;
  return (
    <>
      {(names.length > 0 || !hasClients) && (
        <Chip
          label="Clients"
          icon={<Building2 {...iconProps} />}
          look={hasClients ? 'set' : panel.isClientRequired ? 'missing' : 'usual'}
          title={names.length > maxNames ? names.join(', ') : undefined}
          onClick={() => panel.open('Clients')}
        >
          {hasClients
            ? clientsText(clients, user?.companies ?? [])
            : panel.isClientRequired
              ? 'No client'
              : 'All clients'}
        </Chip>
      )}
      {unknown.length > 0 && (
        <Badge as="li" tone="warning" whiteSpace="normal" overflowWrap="anywhere" title={unknown.join(', ')}>
          {`Unknown ${unknown.length === 1 ? 'client' : 'clients'}: ${namesText(unknown)}`}
        </Badge>
      )}
    </>
  );
};

/** More chips would push the page's content down. */
const maxFurther = { narrow: 1, wide: 4 };

const FurtherChips = ({ panel }: { panel: PagePanel }) => {
  const { model, catalogue, defaults } = panel.controls;
  const blinded = useBlinded();
  const described = describeFilters(useShownModel(model), { catalogue, defaults, blinded });
  const types = described.find(({ field }) => field === activityTypesField);
  const others = described.filter((description) => description !== types);
  const most = useIsNarrow() ? maxFurther.narrow : maxFurther.wide;
  // A chip for a single remaining filter takes as little room as '+1 more'.
  const shown = others.length === most + 1 ? others : others.slice(0, most);
  const hidden = others.slice(shown.length);
  return (
    <>
      <Chip
        icon={<Shapes {...iconProps} />}
        look={types ? 'set' : 'usual'}
        onClick={() => panel.open(activityTypesField)}
      >
        {types?.text ?? 'All activity types'}
      </Chip>
      {shown.map(({ field, text }) => (
        <Chip key={field} onClick={() => panel.open(field)}>
          {text}
        </Chip>
      ))}
      {hidden.length > 0 && (
        <Chip title={hidden.map(({ text }) => text).join('\n')} onClick={() => panel.open(hidden[0]?.field)}>
          {`+${hidden.length} more filters`}
        </Chip>
      )}
    </>
  );
};

interface Props {
  panel: PagePanel;
  /** Further list items, after the filters. */
  children?: ReactNode;
}

/** The applied filters; each opens its field in the panel. */
export const FilterChips = ({ panel, children }: Props) => {
  const { model, defaults, now } = panel.controls;
  const dates = rangeText(model, now);
  return (
    <Flex
      as="ul"
      aria-label="Applied filters"
      wrap="wrap"
      align="center"
      gap="1.5"
      p="0"
      listStyleType="none"
    >
      <ClientsChip panel={panel} />
      <Chip
        label="Dates"
        icon={<CalendarDays {...iconProps} />}
        look={dates === rangeText(defaults, now) ? 'usual' : 'set'}
        onClick={() => panel.open('DateRange')}
      >
        {dates}
      </Chip>
      <FurtherChips panel={panel} />
      {children}
    </Flex>
  );
};
