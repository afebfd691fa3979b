import { Button } from '../components/button.tsx';

interface Props {
  /** The id of the form, which is not around the buttons. */
  formId: string;
  saving: boolean;
  /** Default 'Save'. */
  label?: string;
  /** For what cannot be undone. */
  danger?: boolean;
  onCancel: () => void;
}

/** The buttons in the footer of a dialog with a form. */
export const FormButtons = ({ formId, saving, label = 'Save', danger = false, onCancel }: Props) => (
  <>
    <Button disabled={saving} onClick={onCancel}>
      Cancel
    </Button>
    <Button variant={danger ? 'danger' : 'primary'} type="submit" form={formId} loading={saving}>
      {label}
    </Button>
  </>
);
