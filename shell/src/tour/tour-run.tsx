import { Box } from '@readerlens/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CSSProperties } from 'react';
import { placeStep } from './place-step.ts';
import type { TargetBox } from './place-step.ts';
import { StepCard } from './step-card.tsx';
import { stepBeside, stepsOnPage } from './tour-steps.ts';
import type { TourStep } from './tour-steps.ts';
import { useTargetBox } from './use-target-box.ts';

const ringGap = 4;

/** Around the target, clipped to the window. */
const ringStyle = ({ left, top, width, height }: TargetBox): CSSProperties => {
  const from = { left: Math.max(left - ringGap, ringGap), top: Math.max(top - ringGap, ringGap) };
  return {
    ...from,
    width: Math.min(left + width + ringGap, innerWidth - ringGap) - from.left,
    height: Math.min(top + height + ringGap, innerHeight - ringGap) - from.top,
  };
};

const Ring = ({ box }: { box: TargetBox }) => (
  <Box
    aria-hidden="true"
    position="fixed"
    borderRadius="lg"
    outline="2px solid"
    outlineColor="highlight"
    css={{ pointerEvents: 'none !important' }}
    style={ringStyle(box)}
  />
);

/** An open menu, list or dialog handles Escape first. */
const popups =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

const useEscape = (onEscape: () => void) => {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const popup = document.activeElement?.closest<HTMLElement>(popups);
    if (!popup || popup.dataset['tourStep']) onEscape();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);
};

/** Restores the focus after the tour, or moves it to the page if the element is gone. */
const useFocusReturn = () => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const back = before?.isConnected && before !== document.body ? before : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    [before],
  );
};

interface StepProps {
  step: TourStep;
  onMove: (by: 1 | -1) => void;
  onEnd: () => void;
}

const Step = ({ step, onMove, onEnd }: StepProps) => {
  const box = useTargetBox(step, () => onMove(1));
  if (!box) return null;
  const steps = stepsOnPage();
  return (
    <>
      <Ring box={box} />
      <StepCard
        step={step}
        place={placeStep(box, { width: innerWidth, height: innerHeight })}
        position={steps.indexOf(step) + 1}
        total={steps.length}
        onMove={onMove}
        onEnd={onEnd}
      />
    </>
  );
};

/** Runs the steps that have a target on the page. Ends after the last step, on Escape, and when no target is left. */
export const TourRun = ({ onEnd }: { onEnd: () => void }) => {
  const [step, setStep] = useState(() => stepsOnPage()[0]);
  useFocusReturn();
  useEscape(onEnd);
  const move = (by: 1 | -1) => {
    const next = step && stepBeside(step, by);
    if (next) setStep(next);
    else onEnd();
  };
  return step ? <Step key={step.target} step={step} onMove={move} onEnd={onEnd} /> : null;
};
