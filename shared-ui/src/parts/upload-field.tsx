import {
  Box,
  Button,
  Field,
  Flex,
  IconButton,
  Span,
  Text,
  VisuallyHidden,
  styled,
  toast,
} from '@readerlens/ui';
import type { FieldProps } from '@readerlens/ui';
import { Pause, Play, RotateCw, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { fileProblem, fileSizeText, isTooLarge } from './file-checks.ts';
import type { FileRules } from './file-checks.ts';
import { useUploads } from './use-uploads.ts';
import type { Upload, UploadItem } from './use-uploads.ts';

export type { Upload, UploadContext } from './use-uploads.ts';

export interface UploadFieldProps<Result> extends FieldProps, FileRules {
  upload: Upload<Result>;
  /** A file has arrived; the page lists it, this field shows only what is not finished. */
  onUploaded: (result: Result, file: File) => void;
  /** Of uploads that go on where they stopped: removes what has arrived. They can be paused. */
  cancel?: (file: File) => Promise<unknown>;
  /** Several files at a time. */
  multiple?: boolean;
  disabled?: boolean;
}

const DropZone = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    p: '3',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderColor: 'control',
    borderRadius: 'md',
    background: 'surface',
    '&[data-over]': { borderColor: 'accent', background: 'accentSubtle' },
    '&[data-invalid]': { borderColor: 'negative' },
  },
});

const Bar = styled('div', {
  base: {
    height: '4px',
    borderRadius: 'full',
    background: 'hover',
    overflow: 'hidden',
    '& > div': { height: '100%', background: 'accent', transition: 'width 120ms' },
  },
});

const Progress = ({ label, share }: { label: string; share: number }) => {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Bar
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      mt="1.5"
    >
      <div style={{ width: `${percent}%` }} />
    </Bar>
  );
};

interface RowProps {
  item: UploadItem;
  /** Absent for uploads that cannot be paused. */
  onPause: (() => void) | undefined;
  onResume: () => void;
  onRemove: () => void;
}

const describeUpload = ({ file, state }: UploadItem): string =>
  state === 'waiting' || state === 'paused'
    ? `${fileSizeText(file.size)}, ${state}`
    : fileSizeText(file.size);

/** Pauses an upload, and goes on. One button, so that it keeps the focus. */
const PauseButton = ({ item, onPause, onResume }: Omit<RowProps, 'onRemove'>) => {
  const isPaused = item.state === 'paused';
  const Icon = isPaused ? Play : Pause;
  return (
    <IconButton
      size="sm"
      label={`${isPaused ? 'Resume' : 'Pause'} ${item.file.name}`}
      icon={<Icon size={14} aria-hidden="true" />}
      onClick={isPaused ? onResume : onPause}
    />
  );
};

const UploadRow = ({ item, onPause, onResume, onRemove }: RowProps) => {
  const { file, state, progress, error } = item;
  const failed = state === 'failed';
  return (
    <Flex as="li" align="center" gap="2" px="3" py="2" borderWidth="1px" borderRadius="md">
      <Box flex="1" minW="0">
        <Flex columnGap="2" wrap="wrap" align="baseline">
          <Span textStyle="small" overflowWrap="anywhere">
            {file.name}
          </Span>
          <Span textStyle="caption" color="textMuted">
            {describeUpload(item)}
          </Span>
        </Flex>
        {failed ? (
          <Text role="alert" textStyle="caption" color="negative">
            {error}
          </Text>
        ) : (
          <Progress label={`Uploading ${file.name}`} share={progress} />
        )}
      </Box>
      {failed && (
        <IconButton
          size="sm"
          label={`Retry ${file.name}`}
          icon={<RotateCw size={14} aria-hidden="true" />}
          onClick={onResume}
        />
      )}
      {!failed && onPause && <PauseButton {...{ item, onPause, onResume }} />}
      <IconButton
        size="sm"
        label={failed ? `Remove ${file.name}` : `Cancel ${file.name}`}
        icon={<X size={14} aria-hidden="true" />}
        onClick={onRemove}
      />
    </Flex>
  );
};

/** A field that sends files as soon as they are chosen or dropped: progress, pause, cancel, retry, and errors next to it. */
export const UploadField = <Result,>(props: UploadFieldProps<Result>) => {
  const { label, error, hint, required, hideLabel, aside, upload, onUploaded } = props;
  const { accept, maxBytes, cancel, multiple = false, disabled = false } = props;
  const [problem, setProblem] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const uploads = useUploads(upload, (result, file) => {
    setAnnouncement(`${file.name} uploaded`);
    onUploaded(result, file);
  });

  const take = (files: readonly File[]) => {
    if (disabled || files.length === 0) return;
    const chosen = multiple ? files : files.slice(0, 1);
    const problems = chosen.flatMap((file) => fileProblem(file, props) ?? []);
    if (chosen.length < files.length) problems.push('Choose one file at a time.');
    setProblem(problems.length > 0 ? problems.join(' ') : undefined);
    for (const file of chosen.filter((each) => isTooLarge(each, { maxBytes })))
      toast.warning(`${file.name} was not uploaded, because it is larger than ${fileSizeText(maxBytes!)}.`);
    uploads.add(chosen.filter((file) => fileProblem(file, props) === undefined));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const remove = ({ id, file }: UploadItem) => {
    uploads.remove(id);
    // What stays there is deleted by the server later.
    cancel?.(file).catch(() => undefined);
    button.current?.focus();
  };
  const shownError = problem ?? error;
  return (
    <Field {...{ label, hint, required, hideLabel, aside }} error={shownError} group>
      {(control) => (
        <Box
          role="group"
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          <DropZone
            data-over={over ? '' : undefined}
            data-invalid={shownError ? '' : undefined}
            onDragOver={(event: DragEvent) => {
              event.preventDefault();
              setOver(!disabled);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={onDrop}
          >
            <Button
              id={control.id}
              ref={button}
              icon={<UploadIcon size={15} aria-hidden="true" />}
              disabled={disabled}
              aria-describedby={control['aria-describedby']}
              onClick={() => input.current?.click()}
            >
              {multiple ? 'Choose files' : 'Choose file'}
            </Button>
            <Text hideBelow="md" textStyle="small" color="textMuted">
              {multiple ? 'or drop them here' : 'or drop it here'}
            </Text>
            <input
              ref={input}
              type="file"
              hidden
              multiple={multiple}
              accept={accept?.join(',')}
              disabled={disabled}
              onChange={({ currentTarget }) => {
                take([...(currentTarget.files ?? [])]);
                // The same file can be chosen again after an error.
                currentTarget.value = '';
              }}
            />
          </DropZone>
          {uploads.items.length > 0 && (
            <Flex
              as="ul"
              direction="column"
              gap="2"
              listStyleType="none"
              m="0"
              p="0"
              mt="2"
              aria-label="Uploads"
            >
              {uploads.items.map((item) => (
                <UploadRow
                  key={item.id}
                  item={item}
                  onPause={cancel && (() => uploads.pause(item.id))}
                  onResume={() => uploads.resume(item.id)}
                  onRemove={() => remove(item)}
                />
              ))}
            </Flex>
          )}
          <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        </Box>
      )}
    </Field>
  );
};
