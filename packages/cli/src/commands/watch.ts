import type { Session } from '../connection/session.ts'
import { paint } from '../terminal/out.ts'
import type { ExitCode, FailOn } from '../verdict/exitCode.ts'

const DEFAULT_SECONDS = 60

/** Something that is looked at once, or again and again. */
type Watched<Seen> = {
  look(): Promise<Seen>
  show(seen: Seen): void
  /** Two answers of one signature are the same verdict. */
  signature(seen: Seen): string
  code(seen: Seen): ExitCode
  /** An explicit --fail-on ends the watch as soon as it fails. */
  endsOn: FailOn | undefined
}

/**
 * Looks once; with --watch until Ctrl-C, and shows what changed.
 * @returns the exit code of the last look.
 */
export async function watched<Seen>(
  { terminal: { signal }, out }: Session,
  watch: number | true | undefined,
  { look, show, signature, code, endsOn }: Watched<Seen>,
): Promise<ExitCode> {
  let seen = await look()
  show(seen)
  if (watch === undefined) return code(seen)
  const seconds = watch === true ? DEFAULT_SECONDS : watch
  while (endsOn === undefined || code(seen) === 0) {
    if (!(await pause(seconds * 1000, signal))) return code(seen)
    const next = await look()
    if (signature(next) !== signature(seen)) {
      if (!out.wantsJson && !out.quiet) out.line(paint('dim', `${new Date().toISOString()} changed`))
      show(next)
    }
    seen = next
  }
  return code(seen)
}

/** Waits; false when it was interrupted. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
