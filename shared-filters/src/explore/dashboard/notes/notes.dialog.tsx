import { noteSavedMessage } from '@readerlens/contract/annotations/messages';
import { Button, Dialog, FormButtons, confirmDiscard, toast } from '@readerlens/ui';
import { formatDays } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatDay } from '../../../model/index.ts';
import type { ResolvedRange, Term } from '../../../model/index.ts';
import type { DashboardSearch } from '../figure-query.ts';
import { NoteFormBody, noDraft, noteQuestion, useNoteForm } from './note-form.tsx';
import type { NoteDraft } from './note-form.tsx';
import { NotesBody } from './notes-list.tsx';
import { notesQuery } from './notes.queries.ts';
import type { Note } from './notes.queries.ts';
import { rangeOfSearch } from './notes-search.ts';
import type { NotesRequest } from './notes-search.ts';

const savedText = ({ date }: Note, range: ResolvedRange | undefined): string =>
  range !== undefined && (date < range.from || date > range.to)
    ? `${noteSavedMessage} Its date is outside of the period shown.`
    : noteSavedMessage;

/** Today, or the last date of a period in the past. */
const defaultDay = (range: ResolvedRange | undefined, now: Date): string => {
  const today = formatDay(now);
  return range && range.to < today ? range.to : today;
};

/** The notes of one mark, or all of the period. */
const useShownNotes = (
  { search, orgId }: Pick<Props, 'search' | 'orgId'>,
  ids: readonly string[] | undefined,
) => {
  const query = useQuery(notesQuery(search, orgId));
  const ofMark = query.data?.filter(({ id }) => ids?.includes(id)) ?? [];
  const isPart = ofMark.length > 0 && ofMark.length < (query.data?.length ?? 0);
  return { query, isPart, shown: isPart ? ofMark : query.data };
};

interface Props {
  search: DashboardSearch;
  orgId: string | undefined;
  clients: readonly Required<Term>[];
  request: NotesRequest;
  onClose: () => void;
}

/**
 * The notes of a dashboard: a list, or the form that adds or changes one. Both are contents of the same dialog: a second
 * one would lose the focus to the first.
 */
export const NotesDialog = ({ search, orgId, clients, request, onClose }: Props) => {
  const formId = useId();
  const fieldRef = useRef<HTMLElement>(null);
  const [now] = useState(() => new Date());
  const range = rangeOfSearch(search, now);
  const [ids, setIds] = useState(request.ids);
  const { query, isPart, shown } = useShownNotes({ search, orgId }, ids);
  const newNote = (date = defaultDay(range, now)): NoteDraft => ({
    initial: { clientId: clients.length === 1 ? (clients[0]?.id ?? '') : '', date, text: '', orgId },
  });
  const isFormOnly = request.form === 'add';
  const [draft, setDraft] = useState(isFormOnly ? newNote() : undefined);
  const endDraft = () => {
    setDraft(undefined);
    if (isFormOnly) onClose();
  };
  const form = useNoteForm(draft ?? noDraft, (note) => {
    toast.success(savedText(note, range));
    endDraft();
  });
  const edit = (next: NoteDraft) => {
    setDraft(next);
    form.reset(next.initial);
  };
  const discard = async () => {
    if (form.saving) return;
    if (form.isDirty && !(await confirmDiscard('note', noteQuestion))) return;
    form.reset(noDraft.initial);
    endDraft();
  };
  if (draft)
    return (
      <Dialog
        open
        onClose={() => void discard()}
        title={draft.id === undefined ? 'Add a note' : 'Edit note'}
        initialFocus={fieldRef}
        footer={<FormButtons formId={formId} saving={form.saving} onCancel={() => void discard()} />}
      >
        <NoteFormBody {...{ form, fieldRef, clients, orgId }} id={formId} isNew={draft.id === undefined} />
      </Dialog>
    );
  // Not for the moment between the form and the closing of the dialog.
  if (isFormOnly) return null;
  const [first, last] = isPart ? [shown?.[0]?.date, shown?.at(-1)?.date] : [range?.from, range?.to];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Notes"
      description={[
        first && last && formatDays(first, last),
        search.viewer.blinded && 'Texts and authors are hidden in Blinded Mode',
      ]
        .filter(Boolean)
        .join('. ')}
      footer={
        <>
          {isPart && (
            <Button onClick={() => setIds(undefined)}>
              {`Show all ${query.data?.length} notes of the period`}
            </Button>
          )}
          {!search.viewer.blinded && (
            <Button
              variant="primary"
              icon={<MessageSquarePlus size={15} aria-hidden="true" />}
              onClick={() => edit(newNote(isPart ? first : undefined))}
            >
              Add a note
            </Button>
          )}
        </>
      }
    >
      <NotesBody
        {...{ query, shown, clients }}
        readOnly={search.viewer.blinded}
        onEdit={({ id, clientId, organizationId, date, text }) =>
          edit({ id, initial: { clientId, orgId: organizationId ?? undefined, date, text: text ?? '' } })
        }
      />
    </Dialog>
  );
};
