import { ApiError } from '@readerlens/auth';
import { maxAnnotationLength } from '@readerlens/contract/annotations';
import { DateField, SelectField, Stack, Text, TextAreaField } from '@readerlens/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { parseDay } from '../../../model/index.ts';
import type { Term } from '../../../model/index.ts';
import type { NoteForm } from './notes.queries.ts';

export type NoteProblems = Partial<Record<keyof NoteForm, string>>;

/** The same limits as on the server. */
export const problemsOf = ({ clientId, date, text }: NoteForm): NoteProblems => ({
  ...(clientId === '' ? { clientId: 'Please choose a client.' } : {}),
  ...(parseDay(date) === date ? {} : { date: 'Please enter a date between 1900 and 2199.' }),
  ...(text.trim() === '' ? { text: `Please enter a text of 1 to ${maxAnnotationLength} characters.` } : {}),
});

const isField = (path: string): path is keyof NoteForm => ['clientId', 'date', 'text'].includes(path);

/** What the server says about single fields, and otherwise about the whole. */
export const refusalOf = (error: Error | null): { fields: NoteProblems; message: string | undefined } => {
  const details = error instanceof ApiError ? error.details.filter(({ path }) => isField(path)) : [];
  const fields = Object.fromEntries(details.map(({ path, message }) => [path, message]));
  return { fields, message: details.length > 0 ? undefined : error?.message };
};

interface Props {
  /** Id of the form, for a button outside of it. */
  id: string;
  form: NoteForm;
  onChange: (form: NoteForm) => void;
  /** The clients to choose from; a note that is changed keeps its client. */
  clients: readonly Required<Term>[];
  isNew: boolean;
  /** Set to the control that is focused first. */
  fieldRef: RefObject<HTMLElement | null>;
  error: Error | null;
  onSubmit: () => void;
}

/** Client, date and text of a note. Problems appear beside the fields once the form was submitted. */
export const NoteFields = ({ id, form, onChange, clients, isNew, fieldRef, error, onSubmit }: Props) => {
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    fieldRef.current = element.current?.querySelector(isNew ? 'select, textarea' : 'textarea') ?? null;
    fieldRef.current?.focus();
  }, [fieldRef, isNew]);
  const [submitted, setSubmitted] = useState(false);
  const refusal = refusalOf(error);
  const problems = submitted ? { ...refusal.fields, ...problemsOf(form) } : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(problemsOf(form)).length === 0) onSubmit();
  };
  const client = clients.find((one) => one.id === form.clientId)?.name;
  return (
    <form ref={element} id={id} noValidate onSubmit={submit}>
      <Stack gap="4" pb="2">
        {isNew && clients.length > 1 ? (
          <SelectField
            label="Client"
            required
            placeholder="Choose a client"
            options={clients.map((one) => ({ value: one.id, label: one.name }))}
            value={form.clientId}
            error={problems.clientId}
            onChange={({ currentTarget }) => onChange({ ...form, clientId: currentTarget.value })}
          />
        ) : (
          <Text color="textMuted" overflowWrap="anywhere">{`Client: ${client ?? 'unknown'}`}</Text>
        )}
        <DateField
          label="Date"
          required
          value={form.date === '' ? null : form.date}
          error={problems.date}
          onChange={(date) => onChange({ ...form, date: date ?? '' })}
        />
        <TextAreaField
          label="Note"
          required
          maxLength={maxAnnotationLength}
          counter
          hint="Everyone who sees the client can read it."
          value={form.text}
          error={problems.text}
          onChange={({ currentTarget }) => onChange({ ...form, text: currentTarget.value })}
        />
        {refusal.message && (
          <Text role="alert" color="negative" textStyle="small">
            {refusal.message}
          </Text>
        )}
      </Stack>
    </form>
  );
};
