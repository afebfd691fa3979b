import { api } from '@readerlens/auth';
import { toast, useOneAtATime } from '@readerlens/ui';
import type { ToastOptions } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reviewKey } from '../activities/activities.queries.ts';
import type { ReviewActivity } from '../activities/activity.ts';
import { bodyOf, outcomeText, undoneText } from './decision.ts';
import type { DecisionRequest, Outcome } from './decision.ts';
import { begin, isRefusal, isUnknown, notSavedText, notUndoneText } from './failure-text.ts';

/** How long a decision can be undone where it was made; later it is reversed among the recent ones. */
export const undoMs = 10_000;

/** What came of the latest decision, for the message area. */
export interface Message {
  readonly tone: 'positive' | 'warning' | 'negative';
  readonly text: string;
  readonly outcome?: Outcome;
  /** Those that were chosen, to call skipped ones by their names. */
  readonly rows?: readonly ReviewActivity[];
  readonly undo?: (() => void) | undefined;
}

const toneOf = ({ skippedCount }: Outcome) => (skippedCount > 0 ? 'warning' : 'positive');

const reverseCall = async (id: string): Promise<Outcome> =>
  (await api('POST /api/review-activities/decisions/{id}/reverse', { params: { id } })).data;

/** What went wrong takes longer to read than what went well. */
const toastOf = ({ tone, undo }: Message): ToastOptions => {
  if (undo) return { durationMs: undoMs, action: { label: 'Undo', onSelect: undo } };
  return tone === 'negative' ? { durationMs: undoMs } : {};
};

/** The message, and what else says it: a toast, with an undo for as long as there is one. */
const useMessage = () => {
  const [message, setMessage] = useState<Message>();
  const takeBack = useRef(() => {});
  const show = (next: Message) => {
    takeBack.current();
    setMessage(next);
    const say = { positive: toast.success, warning: toast.warning, negative: toast.error }[next.tone];
    const hide = say(next.text, toastOf(next));
    const late = setTimeout(
      () => setMessage((shown) => (shown === next ? { ...next, undo: undefined } : shown)),
      undoMs,
    );
    takeBack.current = () => {
      clearTimeout(late);
      hide();
    };
  };
  const dismiss = () => {
    takeBack.current();
    setMessage(undefined);
  };
  return { message, show, dismiss };
};

/** Saves and reverses decisions. `onSaved` is called after a decision is saved, before the list reloads. */
export const useDecide = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  const { message, show, dismiss } = useMessage();
  // Figures of every area count approved activities: whatever they have shown is out of date.
  const renew = async () => {
    void queryClient.invalidateQueries({ refetchType: 'none' });
    await queryClient.invalidateQueries({ queryKey: [reviewKey] });
  };
  const reversal = useMutation({
    networkMode: 'always',
    onMutate: begin,
    mutationFn: reverseCall,
    onSuccess: async (outcome) => {
      show({ tone: toneOf(outcome), text: undoneText(outcome), outcome });
      await renew();
    },
    onError: async (error, _, begun) => {
      show({ tone: 'negative', text: notUndoneText(error, begun) });
      if (isRefusal(error) || isUnknown(error, begun)) await renew();
    },
  });
  const { begin: beginOne, done } = useOneAtATime();
  const decision = useMutation({
    networkMode: 'always',
    onMutate: begin,
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
      await renew();
    },
    onError: async (error, _, begun) => {
      show({ tone: 'negative', text: notSavedText(error, begun) });
      if (isUnknown(error, begun)) await renew();
    },
  });
  return {
    message,
    dismiss,
    decide: (request: DecisionRequest) => beginOne(() => decision.mutate(request)),
    reverse: reversal.mutate,
    busy: decision.isPending ? decision.variables.decision : undefined,
    isBusy: decision.isPending || reversal.isPending,
  };
};

export type Decide = ReturnType<typeof useDecide>;
