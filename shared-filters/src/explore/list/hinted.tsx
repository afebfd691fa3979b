import { Span } from '@readerlens/ui';

interface Props {
  children: string;
  hint: string | undefined;
}

/** The label of a menu entry, with the reason why it cannot be chosen. */
export const Hinted = ({ children, hint }: Props) => (
  <>
    {children}
    {hint && (
      <Span display="block" textStyle="caption" color="textMuted">
        {hint}
      </Span>
    )}
  </>
);
