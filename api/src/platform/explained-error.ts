/** An error whose message is enough for whoever runs a command or starts the product; a stack trace would hide it. */
export class ExplainedError extends Error {}

/** Wrong arguments of a command. The message says which, or how the command is used. */
export class UsageError extends ExplainedError {
  override readonly name = 'UsageError';
}
