import { chakra } from '@chakra-ui/react';
import { unexpectedMessage } from '@readerlens/contract/messages';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Heading, Text } from './layout.ts';
import { StateRoot } from './state-root.ts';

/** Illustration of an empty result. */
const NothingFound = () => (
  <chakra.svg
    width="112px"
    height="88px"
    viewBox="0 0 112 88"
    fill="none"
    aria-hidden="true"
    color="borderStrong"
  >
    <rect
      x="18"
      y="6"
      width="58"
      height="74"
      rx="6"
      fill="var(--rl-colors-sunken)"
      stroke="currentColor"
      strokeWidth="2"
    />
    <path
      d="M29 22h36M29 33h36M29 44h22M29 55h16"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <circle
      cx="72"
      cy="52"
      r="18"
      fill="var(--rl-colors-surface)"
      stroke="var(--rl-colors-accent)"
      strokeWidth="3"
    />
    <path d="M85 65l13 13" stroke="var(--rl-colors-accent)" strokeWidth="5" strokeLinecap="round" />
    <path d="M66 52h12" stroke="var(--rl-colors-highlight)" strokeWidth="4" strokeLinecap="round" />
  </chakra.svg>
);

export interface EmptyStateProps {
  title?: ReactNode;
  /** 'h1' where it is the whole page. Default 'p'. */
  titleAs?: 'p' | 'h1';
  message?: ReactNode;
  /** A button or a link to continue. */
  action?: ReactNode;
}

/** An empty result. The default texts are for an empty search or chart. */
export const EmptyState = ({
  title = 'No results found',
  titleAs = 'p',
  message = 'Try adjusting the filter to find what you are looking for.',
  action,
}: EmptyStateProps) => (
  <StateRoot>
    <NothingFound />
    <div>
      <Heading as={titleAs}>{title}</Heading>
      {message && (
        <Text color="textMuted" mt="1">
          {message}
        </Text>
      )}
    </div>
    {action}
  </StateRoot>
);

export interface ErrorStateProps {
  title?: ReactNode;
  /** 'h1' where the state is the whole page. */
  titleAs?: 'p' | 'h1';
  message?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
}

/** An error message, announced by screen readers, with an optional retry button. */
export const ErrorState = ({
  title = unexpectedMessage,
  titleAs = 'p',
  message,
  onRetry,
  retryLabel = 'Try again',
}: ErrorStateProps) => (
  <StateRoot role="alert">
    <chakra.svg
      width="56px"
      height="56px"
      viewBox="0 0 56 56"
      fill="none"
      aria-hidden="true"
      color="negative"
    >
      <circle
        cx="24"
        cy="24"
        r="17"
        stroke="currentColor"
        strokeWidth="3"
        fill="var(--rl-colors-negative-subtle)"
      />
      <path d="M36.5 36.5L50 50" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
      <path d="M24 15v11M24 32.5v.5" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
    </chakra.svg>
    <div>
      <Heading as={titleAs}>{title}</Heading>
      {message && (
        <Text color="textMuted" mt="1" maxW="52ch">
          {message}
        </Text>
      )}
    </div>
    {onRetry && (
      <Button icon={<RotateCw size={15} aria-hidden="true" />} onClick={onRetry}>
        {retryLabel}
      </Button>
    )}
  </StateRoot>
);

export const skeletonStyle = {
  borderRadius: 'md',
  background: 'hover',
  minH: '14px',
  animation: 'pulse 1.6s infinite',
} as const;

/** A placeholder for loading content; sized by style props. */
export const Skeleton = chakra('div', { base: skeletonStyle });
