import { Button, Span, toast } from '@readerlens/ui';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { LatePart } from '../late-part.tsx';
import { messages } from '../messages.ts';
import { closePalette, openPalette, paletteStore } from './palette-store.ts';

const load = async () => (await import(/* webpackChunkName: "palette" */ './palette.tsx')).Palette;

const onApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Ctrl+K deletes to the end of the line on a Mac. */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (onApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;

const useShortcut = () => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event)) return;
      if (paletteStore.getState().open) closePalette();
      // Another dialog waits for an answer.
      else if (document.querySelector('[aria-modal="true"]')) return;
      else openPalette();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      closePalette();
    };
  }, []);
};

/** Opens the command palette, as its shortcut does. */
export const PaletteButton = () => {
  const open = useStore(paletteStore, (state) => state.open);
  useShortcut();
  const onLoadError = () => {
    closePalette();
    toast.error(messages.paletteNotLoaded);
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Search size={15} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts={onApple ? 'Meta+K' : 'Control+K'}
        onClick={openPalette}
      >
        <Span srOnly={{ base: true, md: false }}>Find</Span>
        <Span
          aria-hidden="true"
          display={{ base: 'none', lg: 'inline' }}
          textStyle="caption"
          color="textSubtle"
        >
          {onApple ? '⌘ K' : 'Ctrl K'}
        </Span>
      </Button>
      <LatePart needed={open} load={load} onLoadError={onLoadError} />
    </>
  );
};
