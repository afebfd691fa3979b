import { Checkbox } from '@readerlens/ui';
import { subjectNouns } from '../../alert/alert-subject.ts';
import type { Alert } from '../../alert/alert.queries.ts';

interface Props {
  subject: NonNullable<Alert['subject']>;
  value: boolean;
  isReadOnly: boolean | undefined;
  onChange: (value: boolean) => void;
}

/** Whether an alert is about the reader or the organization whose page led to it, or about all. */
export const SubjectChoice = ({ subject: { kind, name }, value, isReadOnly, onChange }: Props) => (
  <Checkbox
    label={`Only the ${subjectNouns[kind]} ${name}`}
    checked={value}
    disabled={isReadOnly}
    onChange={() => onChange(!value)}
  />
);
