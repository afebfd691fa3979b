import { Button } from '../components/button.tsx';

interface Props {
  /** The id of the form, which is not around the buttons. */
  formId: string;
  saving: boolean;
  /** Default 'Save'. */
  label?: string;
  onCancel: () => void;
}

/** The buttons in the footer of a dialog with a form. */
export const FormButtons = ({ formId, saving, label = 'Save', onCancel }: Props) => (
  <>
    <Button disabled={saving} onClick={onCancel}>
      Cancel
    </Button>
    <Button variant="primary" type="submit" form={formId} loading={saving}>
      {label}
    </Button>
  </>
);
