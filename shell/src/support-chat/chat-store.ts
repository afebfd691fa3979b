import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { createStore } from 'zustand/vanilla';
import { chatStartMs } from '../deadlines.ts';
import { findPersonId } from '../session/person.ts';

const storageKey = 'readerlens.support-chat';

interface ChatState {
  booted: boolean;
  open: boolean;
  /** The unsent message; kept until logout or until the tab is closed. */
  draft: string;
}

const initialState: ChatState = { booted: false, open: false, draft: '' };

export const chatStore = createStore<ChatState>()(() => initialState);

/** The draft is stored with its author: a tab that missed a change of user must not show it to the next user. */
const readDraft = (person: string): string => {
  const [author, ...lines] = (sessionStorage.getItem(storageKey) ?? '').split('\n');
  return author === person ? lines.join('\n') : '';
};

export const writeDraft = (draft: string) => {
  sessionStorage.setItem(storageKey, `${findPersonId(sessionStore.getState())}\n${draft}`);
  chatStore.setState({ draft });
};

export const setChatOpen = (open: boolean) => chatStore.setState({ open });

const forget = () => {
  sessionStorage.removeItem(storageKey);
  chatStore.setState(initialState, true);
};

/** Starts the chat some time after login, and clears it with the session. Returns a function that stops it. */
export const startChat = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const boot = () => {
    const person = findPersonId(sessionStore.getState());
    if (!person) return;
    timer = setTimeout(() => chatStore.setState({ booted: true, draft: readDraft(person) }), chatStartMs);
  };
  const end = () => {
    clearTimeout(timer);
    forget();
  };
  boot();
  const stopCleared = onSessionCleared(end);
  // A logout in another tab reaches this one only as a change of the session.
  const stopChanges = sessionStore.subscribe((now, before) => {
    if (findPersonId(now) === findPersonId(before)) return;
    end();
    boot();
  });
  return () => {
    clearTimeout(timer);
    stopCleared();
    stopChanges();
    chatStore.setState(initialState, true);
  };
};
