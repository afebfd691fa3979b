import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import type { CountMatches } from './use-match-count.ts';

export interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  user: SessionUserData;
  /** The applied model. */
  applied: FilterModel;
  /** What Reset restores. */
  defaults: FilterModel;
  /** Called with a valid model on 'See results'; the panel then closes itself. */
  onApply: (model: FilterModel) => void;
  /**
   * What is required: 'dashboard' companies and dates, 'search' clients for users below Internal, 'plain' nothing.
   */
  form?: 'dashboard' | 'search' | 'plain';
  dates?: boolean;
  activityTypes?: boolean;
  /** All filter fields; without it those of organization questions are missing. */
  catalogue?: FieldCatalogue;
  /** Counts the rows that match a model, to show before 'See results' is pressed. */
  countMatches?: CountMatches;
}
