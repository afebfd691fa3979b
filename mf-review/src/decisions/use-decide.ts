import { api } from '@readerlens/auth';
import { toast, useOneAtATime } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reviewKey } from '../activities/activities.queries.ts';
import type { ReviewActivity } from '../activities/activity.ts';
import { buildBody, outcomeText, reversedText } from './decision.ts';
import type { DecisionRequest, Outcome } from './decision.ts';
import {
  recordOnline,
  isRefusal,
  isOutcomeUnknown,
  decisionFailureText,
  reversalFailureText,
} from './failure-text.ts';

/** How long the message offers to undo a decision; later, users reverse it in the recent decisions. */
export const undoMs = 10_000;

/** The result of the latest decision, for the message area. */
export interface Message {
  readonly tone: 'positive' | 'warning' | 'negative';
  readonly text: string;
  readonly outcome?: Outcome;
  /** The selected activities, to name the skipped ones. */
  readonly rows?: readonly ReviewActivity[];
  readonly undo?: (() => void) | undefined;
}

const chooseTone = ({ skippedCount }: Outcome) => (skippedCount > 0 ? 'warning' : 'positive');

interface Reversal {
  /** Of the decision. */
  readonly id: string;
  /** Requested in a dialog. */
  readonly inDialog: boolean;
}

const reverseCall = async ({ id }: Reversal): Promise<Outcome> =>
  (await api('POST /api/review-activities/decisions/{id}/reverse', { params: { id } })).data;

const toasts = { positive: toast.success, warning: toast.warning, negative: toast.error };

/** A dialog covers the message area and hides it from assistive technology. */
const showToast = ({ tone, text }: Message) => void toasts[tone](text, { durationMs: undoMs });

/** The message, which offers to undo for a limited time. */
const useMessage = () => {
  const [message, setMessage] = useState<Message>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (next: Message) => {
    clearTimeout(timer.current);
    setMessage(next);
    timer.current = setTimeout(
      () => setMessage((shown) => (shown === next ? { ...next, undo: undefined } : shown)),
      undoMs,
    );
  };
  const dismiss = () => {
    clearTimeout(timer.current);
    setMessage(undefined);
  };
  return { message, show, dismiss };
};

/** Saves and reverses decisions. `onSaved` is called after a decision is saved, before the list reloads. */
export const useDecide = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  const { message, show, dismiss } = useMessage();
  // Dashboards of every area count approved activities, so mark all cached queries as stale.
  const refresh = async () => {
    void queryClient.invalidateQueries({ refetchType: 'none' });
    await queryClient.invalidateQueries({ queryKey: [reviewKey] });
  };
  const reversal = useMutation({
    onMutate: recordOnline,
    mutationFn: reverseCall,
    onSuccess: async (outcome, { inDialog }) => {
      const report = inDialog ? showToast : show;
      report({ tone: chooseTone(outcome), text: reversedText(outcome), outcome });
      if (inDialog) dismiss();
      await refresh();
    },
    onError: async (error, { inDialog }, context) => {
      const report = inDialog ? showToast : show;
      report({ tone: 'negative', text: reversalFailureText(error, context) });
      if (isRefusal(error) || isOutcomeUnknown(error, context)) await refresh();
    },
  });
  const { begin: startOne, done } = useOneAtATime();
  const decision = useMutation({
    onMutate: recordOnline,
    onSettled: done,
    mutationFn: async (request: DecisionRequest) =>
      (await api('POST /api/review-activities', { body: buildBody(request) })).data,
    onSuccess: async (outcome, { decision: kind, target }) => {
      const { decisionId } = outcome;
      show({
        tone: chooseTone(outcome),
        text: outcomeText(kind, outcome),
        outcome,
        ...(target.kind === 'rows' ? { rows: target.rows } : {}),
        ...(decisionId ? { undo: () => reversal.mutate({ id: decisionId, inDialog: false }) } : {}),
      });
      onSaved();
      await refresh();
    },
    onError: async (error, _, context) => {
      show({ tone: 'negative', text: decisionFailureText(error, context) });
      if (isOutcomeUnknown(error, context)) await refresh();
    },
  });
  return {
    message,
    dismiss,
    decide: (request: DecisionRequest) => startOne(() => decision.mutate(request)),
    reverse: (id: string) => reversal.mutate({ id, inDialog: true }),
    busy: decision.isPending ? decision.variables.decision : undefined,
    isBusy: decision.isPending || reversal.isPending,
  };
};

export type Decide = ReturnType<typeof useDecide>;
