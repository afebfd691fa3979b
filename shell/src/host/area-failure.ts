/** How loading an area failed: too slow, not there, or anything else. */
export type FailureKind = 'timeout' | 'missing' | 'error';

/** Why an area, or the list of areas, cannot be had. */
export class AreaFailure extends Error {
  override readonly name = 'AreaFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  static of(error: unknown): AreaFailure {
    if (error instanceof AreaFailure) return error;
    return new AreaFailure('error', error instanceof Error ? error.message : String(error), error);
  }
}

/** The result of `work`, or AreaFailure 'timeout' when it takes longer than `ms`. */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AreaFailure('timeout', `${what} took longer than ${ms / 1000} s.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
