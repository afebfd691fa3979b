import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { createStore } from 'zustand/vanilla';
import { chatStartMs } from '../deadlines.ts';
import { personOf } from '../session/person.ts';

const storageKey = 'readerlens.support-chat';

interface ChatState {
  booted: boolean;
  open: boolean;
  /** What was written and not sent; kept until logout or until the tab is closed. */
  draft: string;
}

const nothing: ChatState = { booted: false, open: false, draft: '' };

export const chatStore = createStore<ChatState>()(() => nothing);

/** The draft carries its writer: a tab that slept through a change of user must not show it to the next. */
const draftOf = (person: string): string => {
  const [writer, ...lines] = (sessionStorage.getItem(storageKey) ?? '').split('\n');
  return writer === person ? lines.join('\n') : '';
};

export const writeDraft = (draft: string) => {
  sessionStorage.setItem(storageKey, `${personOf(sessionStore.getState())}\n${draft}`);
  chatStore.setState({ draft });
};

export const setChatOpen = (open: boolean) => chatStore.setState({ open });

const forget = () => {
  sessionStorage.removeItem(storageKey);
  chatStore.setState(nothing, true);
};

/** Starts the chat some time after a person logged in, and forgets it with the session. Returns the way to stop. */
export const followWithChat = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const boot = () => {
    const person = personOf(sessionStore.getState());
    if (!person) return;
    timer = setTimeout(() => chatStore.setState({ booted: true, draft: draftOf(person) }), chatStartMs);
  };
  const end = () => {
    clearTimeout(timer);
    forget();
  };
  boot();
  const stopCleared = onSessionCleared(end);
  // A logout in another tab reaches this one as a change of the session only.
  const stopChanges = sessionStore.subscribe((now, before) => {
    if (personOf(now) === personOf(before)) return;
    end();
    boot();
  });
  return () => {
    clearTimeout(timer);
    stopCleared();
    stopChanges();
    chatStore.setState(nothing, true);
  };
};
