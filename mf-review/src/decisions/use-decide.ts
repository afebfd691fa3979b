import { api } from '@readerlens/auth';
import { toast, useOneAtATime } from '@readerlens/ui';
import type { ToastOptions } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reviewKey } from '../activities/activities.queries.ts';
import type { ReviewActivity } from '../activities/activity.ts';
import { bodyOf, outcomeText, reversedText } from './decision.ts';
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

const toneOf = ({ skippedCount }: Outcome) => (skippedCount > 0 ? 'warning' : 'positive');

const reverseCall = async (id: string): Promise<Outcome> =>
  (await api('POST /api/review-activities/decisions/{id}/reverse', { params: { id } })).data;

/** Errors take longer to read than successes. */
const toastOf = ({ tone, undo }: Message): ToastOptions => {
  if (undo) return { durationMs: undoMs, action: { label: 'Undo', onSelect: undo } };
  return tone === 'negative' ? { durationMs: undoMs } : {};
};

/** The message, also shown as a toast; both offer to undo for a limited time. */
const useMessage = () => {
  const [message, setMessage] = useState<Message>();
  const clearPrevious = useRef(() => {});
  const show = (next: Message) => {
    clearPrevious.current();
    setMessage(next);
    const showToast = { positive: toast.success, warning: toast.warning, negative: toast.error }[next.tone];
    const hide = showToast(next.text, toastOf(next));
    const timer = setTimeout(
      () => setMessage((shown) => (shown === next ? { ...next, undo: undefined } : shown)),
      undoMs,
    );
    clearPrevious.current = () => {
      clearTimeout(timer);
      hide();
    };
  };
  const dismiss = () => {
    clearPrevious.current();
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
    networkMode: 'always',
    onMutate: recordOnline,
    mutationFn: reverseCall,
    onSuccess: async (outcome) => {
      show({ tone: toneOf(outcome), text: reversedText(outcome), outcome });
      await refresh();
    },
    onError: async (error, _, context) => {
      show({ tone: 'negative', text: reversalFailureText(error, context) });
      if (isRefusal(error) || isOutcomeUnknown(error, context)) await refresh();
    },
  });
  const { begin: startOne, done } = useOneAtATime();
  const decision = useMutation({
    networkMode: 'always',
    onMutate: recordOnline,
    onSettled: done,
    mutationFn: async (request: DecisionRequest) =>
      (await api('POST /api/review-activities', { body: bodyOf(request) })).data,
    onSuccess: async (outcome, { decision: kind, target }) => {
      const { decisionId } = outcome;
      show({
        tone: toneOf(outcome),
        text: outcomeText(kind, outcome),
        outcome,
        ...(target.kind === 'rows' ? { rows: target.rows } : {}),
        ...(decisionId ? { undo: () => reversal.mutate(decisionId) } : {}),
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
    reverse: reversal.mutate,
    busy: decision.isPending ? decision.variables.decision : undefined,
    isBusy: decision.isPending || reversal.isPending,
  };
};

export type Decide = ReturnType<typeof useDecide>;
