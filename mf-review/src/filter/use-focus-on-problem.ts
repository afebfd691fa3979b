import { useEffect, useRef } from 'react';

/** After a failed attempt to submit, the first invalid field of the form gets the focus. */
export const useFocusOnProblem = (form: HTMLFormElement | null, attempts: number, failed: boolean): void => {
  const handledAttempt = useRef(0);
  useEffect(() => {
    if (!failed || handledAttempt.current === attempts) return;
    handledAttempt.current = attempts;
    form?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select)')?.focus();
  }, [form, attempts, failed]);
};
