import { maxAnnotationLength } from '@readerlens/contract/annotations';
import { chooseClientMessage } from '@readerlens/contract/messages';
import {
  noteDateMessage,
  noteOfOrganization,
  noteTextMessage,
} from '@readerlens/contract/annotations/messages';
import {
  Checkbox,
  DateField,
  Form,
  SelectField,
  Stack,
  Text,
  TextAreaField,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { parseDay } from '../../../model/index.ts';
import type { Term } from '../../../model/index.ts';
import { useSaveNote } from './notes.queries.ts';
import type { Note, NoteForm } from './notes.queries.ts';

export const noteQuestion = 'The note has not been saved. Your changes will be lost.';

/** The same limits as on the server. */
const findNoteProblems = ({ clientId, date, text }: NoteForm) => ({
  clientId: clientId === '' ? chooseClientMessage : undefined,
  date: parseDay(date) === date ? undefined : noteDateMessage,
  text: text.trim() === '' ? noteTextMessage : undefined,
});

interface FieldsProps {
  /** The clients to choose from; a note that is changed keeps its client. */
  clients: readonly Required<Term>[];
  isNew: boolean;
  /** The organization of the page. */
  orgId: string | undefined;
}

/** On the page of an organization, a new note can be about that or about the client as a whole. */
const OrganizationField = ({ orgId }: { orgId: string }) => {
  const { values, change } = useFormContext<NoteForm>();
  return (
    <Checkbox
      label={noteOfOrganization}
      checked={values.orgId !== undefined}
      onChange={({ currentTarget }) => change({ orgId: currentTarget.checked ? orgId : undefined })}
    />
  );
};

const ClientField = ({ clients }: Pick<FieldsProps, 'clients'>) => {
  const { values, change } = useFormContext<NoteForm>();
  return (
    <SelectField
      label="Client"
      required
      placeholder="Choose a client"
      options={clients.map((one) => ({ value: one.id, label: one.name }))}
      value={values.clientId}
      error={useProblem('clientId')}
      onChange={({ currentTarget }) => change({ clientId: currentTarget.value })}
    />
  );
};

const NoteFields = ({ clients, isNew, orgId }: FieldsProps) => {
  const { values, change } = useFormContext<NoteForm>();
  const client = clients.find((one) => one.id === values.clientId)?.name;
  return (
    <Stack gap="4" pb="2">
      {isNew && clients.length > 1 ? (
        <ClientField clients={clients} />
      ) : (
        <Text color="textMuted" overflowWrap="anywhere">{`Client: ${client ?? 'unknown'}`}</Text>
      )}
      <DateField
        label="Date"
        required
        value={values.date === '' ? null : values.date}
        error={useProblem('date')}
        onChange={(date) => change({ date: date ?? '' })}
      />
      {isNew && orgId !== undefined && <OrganizationField orgId={orgId} />}
      <TextAreaField
        label="Note"
        required
        maxLength={maxAnnotationLength}
        counter
        hint={`Everyone who sees the client${values.orgId === undefined ? '' : ' and this organization'} can read it.`}
        {...useTextField('text')}
      />
    </Stack>
  );
};

export interface NoteDraft {
  /** Undefined for a new note. */
  id?: string;
  initial: NoteForm;
}

export const noDraft: NoteDraft = { initial: { clientId: '', date: '', text: '' } };

export const useNoteForm = ({ id, initial }: NoteDraft, onSaved: (note: Note) => void) =>
  useForm({
    initial,
    check: findNoteProblems,
    save: useSaveNote(id),
    onSaved,
    once: true,
    leaveQuestion: noteQuestion,
  });

interface Props extends FieldsProps {
  form: FormState<NoteForm>;
  /** Id of the form, for a button outside of it. */
  id: string;
  /** Set to the control that is focused first. */
  fieldRef: RefObject<HTMLElement | null>;
}

/** Client, date and text of a note. */
export const NoteFormBody = ({ form, id, fieldRef, ...fields }: Props) => {
  const { isNew } = fields;
  useLayoutEffect(() => {
    const element = document.querySelector(`#${CSS.escape(id)}`);
    fieldRef.current = element?.querySelector(isNew ? 'select, textarea' : 'textarea') ?? null;
    fieldRef.current?.focus();
  }, [id, fieldRef, isNew]);
  return (
    <Form form={form} id={id}>
      <NoteFields {...fields} />
    </Form>
  );
};
