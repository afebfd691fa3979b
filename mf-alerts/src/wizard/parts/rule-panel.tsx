import { ApiError } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import { listAlertSteps } from '@readerlens/contract/alert-progress';
import { alertSteps, isCountingType } from '@readerlens/contract/alerts';
import type { AlertStep } from '@readerlens/contract/alerts';
import { useCatalogue } from '@readerlens/filters';
import { Button, Card, PartLoadError, Stack, Text, useIsNarrow } from '@readerlens/ui';
import { ChevronDown, ChevronUp, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Alert } from '../../alert/alert.queries.ts';
import { BackTestDialog, LongRunWarning, lastMonthWords, useBackTest } from './back-test.tsx';
import type { BackTest } from './back-test.tsx';
import { describeDraft, isTestable, startSchedule } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { scheduleWords } from './schedule-words.ts';

const label = 'The rule';

interface FrameProps {
  rule: string;
  /** Shown instead of the rule while the panel is closed on a phone. */
  summary?: string | undefined;
  children?: ReactNode;
}

/** Beside the step; on a phone a line above its buttons, which opens. */
export const RuleFrame = ({ rule, summary = rule, children }: FrameProps) => {
  const narrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const isShown = !narrow || isOpen;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <Card as="aside" aria-label={label} title={narrow ? undefined : label} p={narrow ? '2' : undefined}>
      {narrow && (
        <Button
          variant="ghost"
          width="100%"
          justifyContent="space-between"
          aria-expanded={isOpen}
          icon={<Chevron size={15} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          <Text as="span" truncate minW="0" flex="1" textAlign="start">
            {isOpen ? label : summary}
          </Text>
        </Button>
      )}
      {isShown && (
        <Stack gap="3" p={narrow ? '2' : undefined}>
          <Text aria-live="polite" overflowWrap="anywhere">
            {rule}
          </Text>
          {children}
        </Stack>
      )}
    </Card>
  );
};

/** What the back-test takes for a schedule that is not chosen yet. */
const Assumed = ({ alert, draft }: { alert: Alert; draft: RuleDraft }) => {
  if (draft.schedule || alert.lastStepCompleted >= alertSteps.Frequency) return null;
  const { timeZone, ...days } = startSchedule(alert);
  return (
    <Text textStyle="small" color="textMuted" overflowWrap="anywhere">
      {`Until a schedule is chosen, this assumes: ${scheduleWords(days, timeZone)}`}
    </Text>
  );
};

const Matches = ({ alert, draft, result }: { alert: Alert; draft: RuleDraft; result: BackTest }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Text fontWeight="medium" role="status">
        {lastMonthWords(result)}
      </Text>
      <Assumed alert={alert} draft={draft} />
      <LongRunWarning alert={alert} result={result} />
      <div>
        <Button size="sm" icon={<FlaskConical size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Show back-test
        </Button>
      </div>
      {isOpen && <BackTestDialog {...{ alert, result }} onClose={() => setOpen(false)} />}
    </>
  );
};

/** The back-test begins where the rule is complete: at the behavior, or without one after the filters. */
const isTested = (alert: Alert, step: AlertStep): boolean => {
  const steps = listAlertSteps(alert);
  const first = isCountingType(alert.$type) ? 'BehaviorChange' : 'SetAlert';
  return steps.indexOf(step) >= steps.indexOf(first);
};

/** The rule of an alert as it is being changed, and how much it would have matched. */
export const RulePanel = ({
  alert,
  step,
  draft = {},
}: {
  alert: Alert;
  step: AlertStep;
  draft?: RuleDraft;
}) => {
  const isLate = isTested(alert, step);
  const isValid = isTestable(alert, draft);
  const isWanted = isLate && isValid && !alert.isReadOnly;
  const { data, error, retry } = useBackTest(alert, draft, isWanted);
  const { catalogue } = useCatalogue();
  const rule = describeDraft(alert, draft, { catalogue, blinded: useBlinded() });
  const isRefused = alert.isReadOnly || (error instanceof ApiError && error.status === 403);
  const found = isWanted ? data : undefined;
  return (
    <RuleFrame rule={rule} summary={found && lastMonthWords(found)}>
      {isLate && isRefused && (
        <Text textStyle="small" color="textMuted">
          You do not have access to the back-test of this alert.
        </Text>
      )}
      {isLate && !isRefused && !isValid && (
        <Text textStyle="small" color="textMuted">
          Correct the fields to see what the alert would have matched.
        </Text>
      )}
      {isWanted && !isRefused && error && (
        <PartLoadError part="The back-test" error={error} onRetry={retry} />
      )}
      {isWanted && !error && !data && (
        <Text color="textMuted" aria-busy="true">
          Counting matches…
        </Text>
      )}
      {found && <Matches {...{ alert, draft }} result={found} />}
    </RuleFrame>
  );
};
