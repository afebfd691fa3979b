import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import type { CountMatches } from './use-match-count.ts';

export interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  user: SessionUserData;
  /** The model in force. */
  applied: FilterModel;
  /** What Reset restores. */
  defaults: FilterModel;
  /** A valid model, on 'See results'; the panel closes by itself. */
  onApply: (model: FilterModel) => void;
  /** What must be given: 'dashboard' companies and dates, 'search' clients for users below Internal, 'plain' nothing. */
  form?: 'dashboard' | 'search' | 'plain';
  dates?: boolean;
  activityTypes?: boolean;
  /** The fields there are; without it those of organisation questions are missing. */
  catalogue?: FieldCatalogue;
  /** Number of rows that match a model; shown before 'See results' is pressed. */
  countMatches?: CountMatches;
}
