import { IconButton } from '@readerlens/ui';
import { ChevronDown, ChevronRight, MessageSquareText } from 'lucide-react';
import { useSpecifics } from '../../specifics/specifics.ts';
import type { EngagementRow } from '../search.queries.ts';
import { formatEngagementTitle } from './engagement.ts';
import { useRowTools } from './row-tools.ts';

interface Props {
  row: EngagementRow;
}

export const detailId = ({ qualifiedId }: EngagementRow): string => `details-${qualifiedId}`;

/** Opens what the reader asked or wrote; not rendered if there is nothing. */
export const SpecificsButton = ({ row }: Props) => {
  const { showSpecifics } = useRowTools();
  const { isEmpty } = useSpecifics(row);
  return isEmpty ? null : (
    <IconButton
      size="sm"
      label={`Specifics of ${formatEngagementTitle(row)}`}
      aria-haspopup="dialog"
      icon={<MessageSquareText size={16} aria-hidden="true" />}
      onClick={() => showSpecifics(row)}
    />
  );
};

/** Expands and collapses the details of the activity. */
export const DetailsButton = ({ row }: Props) => {
  const { isOpen, toggle } = useRowTools();
  const open = isOpen(row);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <IconButton
      size="sm"
      label={`Details of ${formatEngagementTitle(row)}`}
      aria-expanded={open}
      aria-controls={open ? detailId(row) : undefined}
      icon={<Chevron size={16} aria-hidden="true" />}
      onClick={() => toggle(row)}
    />
  );
};
