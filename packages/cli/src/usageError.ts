/** The command cannot be understood, or not without more; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
