import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { createStore, useStoreValue } from './store.ts';

export interface ConfirmOptions {
  title: ReactNode;
  message?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** For what cannot be taken back. */
  danger?: boolean;
}

interface Question extends ConfirmOptions {
  id: number;
  answer: (yes: boolean) => void;
}

// Asked from any React root of the page; shown by the one ConfirmHost of the shell.
const questions = createStore<readonly Question[]>([]);
let lastId = 0;

/** Asks the user and resolves with the answer; closing counts as no. Questions wait for their turn. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (yes: boolean) => {
      questions.update((list) => list.filter((question) => question.id !== id));
      resolve(yes);
    };
    questions.update((list) => [...list, { ...options, id, answer }]);
  });

export interface ConfirmDialogProps extends ConfirmOptions {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Yes or no. The safe answer has the focus when the other cannot be taken back. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const {
    open,
    title,
    message,
    confirmLabel = 'Yes',
    cancelLabel = 'Cancel',
    danger = false,
    onConfirm,
    onCancel,
  } = props;
  const cancelRef = useRef<HTMLButtonElement>(null);
  const confirmRef = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      size="sm"
      title={title}
      description={message}
      initialFocus={danger ? cancelRef : confirmRef}
      footer={
        <>
          <Button ref={cancelRef} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button ref={confirmRef} variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
};

/** Shows what `confirm` asks. Once on the page. */
export const ConfirmHost = () => {
  const question = useStoreValue(questions)[0];
  if (!question) return null;
  const { id, answer, ...options } = question;
  return (
    <ConfirmDialog key={id} open {...options} onConfirm={() => answer(true)} onCancel={() => answer(false)} />
  );
};
