import { ApiError, RedoubtError } from '@redoubt/client'
import { showHidden, showHiddenInJson } from '@redoubt/client/text'
import { CommanderError } from 'commander'
import { inCommandWords } from './commandWords.ts'
import { KeyError } from './connection/findKey.ts'
import { KeyFileError } from './connection/savedLogin.ts'
import type { Context } from './connection/session.ts'
import { createProgram } from './createProgram.ts'
import { Interrupted, type Terminal } from './terminal/terminal.ts'
import { UsageError } from './usageError.ts'
import { EXIT, type ExitCode } from './verdict/exitCode.ts'

/** Runs a command and answers its exit code. `name` is the program's own: examples and help show it. */
export async function runClient(args: readonly string[], name: string, terminal: Terminal): Promise<ExitCode> {
  const context: Context = { name, terminal, code: EXIT.done }
  const wantsJson = args.includes('--json')
  try {
    await createProgram(context, wantsJson).parseAsync(args, { from: 'user' })
    return context.code
  } catch (error) {
    if (error instanceof Interrupted || terminal.signal.aborted) return EXIT.interrupted
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done
      if (wantsJson) say(terminal, { code: 'USAGE', message: error.message.replace(/^error: /, '') })
      return EXIT.usage
    }
    if (wantsJson) say(terminal, jsonOf(error))
    else terminal.stderr.write(`${linesOf(error, name).map(showHidden).join('\n')}\n`)
    return codeOf(error)
  }
}

function codeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof KeyError || error instanceof KeyFileError) return EXIT.key
  if (!(error instanceof ApiError)) return EXIT.failed
  if (error.status === 401 || error.code === 'INSUFFICIENT_SCOPE') return EXIT.key
  return error.code === 'VALIDATION_ERROR' ? EXIT.usage : EXIT.failed
}

/** As the API writes errors, on one line. */
function say({ stderr }: Terminal, error: object): void {
  stderr.write(`${showHiddenInJson({ success: false, error }, 0)}\n`)
}

function jsonOf(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ApiError) {
    const { code, status, details, requestId, retryAfterSeconds } = error
    return { code, message, status, details, requestId, retryAfterSeconds }
  }
  if (error instanceof RedoubtError) return { code: error.code, message }
  if (error instanceof UsageError) return { code: 'USAGE', message }
  if (error instanceof KeyError || error instanceof KeyFileError) return { code: 'NO_API_KEY', message }
  return { code: 'FAILED', message }
}

/** What is wrong, where, and what to send instead. */
function linesOf(error: unknown, name: string): string[] {
  if (!(error instanceof Error)) return [`error: ${String(error)}`]
  if (!(error instanceof RedoubtError)) return [`error: ${error.message}`]
  const lines = [`error: ${inCommandWords(error.message, name)} (${error.code})`]
  if (error.code === 'CONNECTION_FAILED')
    lines.push('  Does the service run there? --url or REDOUBT_URL names another.')
  if (error instanceof ApiError) {
    // The message names the first wrong member already.
    for (const { path, message } of error.details.slice(1))
      lines.push(`  ${inCommandWords(`${path}: ${message}`, name)}`)
    if (error.retryAfterSeconds !== null && !/try again in/i.test(error.message))
      lines.push(`  Try again in ${Math.ceil(error.retryAfterSeconds)} s.`)
    if (error.requestId !== null) lines.push(`  Request ${error.requestId}; the log of the service has it.`)
  }
  return lines
}
