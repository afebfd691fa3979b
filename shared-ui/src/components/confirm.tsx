import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmOptions {
  title: ReactNode;
  message?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** For actions that cannot be undone. */
  danger?: boolean;
}

interface Question extends ConfirmOptions {
  id: number;
  answer: (yes: boolean) => void;
}

// Any React root of the page can ask; the one ConfirmHost of the shell shows the question.
const questions = createStore<readonly Question[]>()(() => []);
let lastId = 0;

/** Asks the user and resolves with the answer; closing counts as no. Questions are shown one at a time. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (yes: boolean) => {
      questions.setState((list) => list.filter((question) => question.id !== id), true);
      resolve(yes);
    };
    questions.setState((list) => [...list, { ...options, id, answer }], true);
  });

export interface ConfirmDialogProps extends ConfirmOptions {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A yes/no dialog. For dangerous actions, Cancel has the initial focus. */
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

/** Shows the questions of `confirm`. Rendered once on the page. */
export const ConfirmHost = () => {
  const question = useStore(questions)[0];
  if (!question) return null;
  const { id, answer, ...options } = question;
  return (
    <ConfirmDialog key={id} open {...options} onConfirm={() => answer(true)} onCancel={() => answer(false)} />
  );
};
