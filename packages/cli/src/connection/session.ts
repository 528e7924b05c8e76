import { type Client, createClient } from '@redoubt/client'
import { type Command, InvalidArgumentError } from 'commander'
import { refuseSecrets } from '../subject/refuseSecrets.ts'
import { createOut, type Out } from '../terminal/out.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ExitCode } from '../verdict/exitCode.ts'
import { type FoundKey, findKey, findUrl } from './findKey.ts'

/** Options of every command that asks the service. */
export type CommonOptions = { url?: string; keyFile?: string; json?: boolean; quiet?: boolean; timeout?: number }

/** What a command works with. */
export type Session = {
  terminal: Terminal
  out: Out
  url: string
  client: Client
  /** Waits for the service, with progress on a terminal. */
  wait<Value>(what: string, work: (call: { signal: AbortSignal }) => Promise<Value>): Promise<Value>
  /** A client with a key from elsewhere, or without one. */
  clientWith(key: FoundKey | null, fetched?: (response: Response) => void): Client
}

/** The program around a command: its name, its terminal, and the exit code that it ends with. */
export type Context = { name: string; terminal: Terminal; code: ExitCode }

/** Answers the exit code. */
export type Run<Options> = (session: Session, args: string[], options: Options & CommonOptions) => Promise<ExitCode>

export function addCommonOptions(command: Command): Command {
  return command
    .option('--url <url>', 'the service (REDOUBT_URL)')
    .option(
      '--key-file <file>',
      'file with the API key, mode 0600 (REDOUBT_API_KEY_FILE, or the key in REDOUBT_API_KEY)',
    )
    .option('--timeout <seconds>', 'longest wait for an answer; default 35', parseSeconds)
    .option('--json', 'print the data of the API as it is, and errors as JSON')
    .option('-q, --quiet', 'print the verdict or the ids alone')
}

/**
 * Gives a command its common options and its action.
 * @param withoutKey the command needs no key: it makes its client itself.
 */
export function act<Options = object>(
  context: Context,
  command: Command,
  run: Run<Options>,
  withoutKey?: 'without-key',
): Command {
  return addCommonOptions(command).action(async () => {
    const options = command.optsWithGlobals<Options & CommonOptions>()
    const args = command.processedArgs.flat().filter(isText)
    await refuseSecrets(...args)
    for (const value of Object.values(options).flat()) if (isText(value)) await refuseSecrets(value)
    const session = await openSession(context.terminal, options, withoutKey === undefined)
    context.code = await run(session, args, options)
  })
}

async function openSession(terminal: Terminal, options: CommonOptions, needsKey: boolean): Promise<Session> {
  const out = createOut(terminal, options)
  const url = findUrl(options.url, terminal.env)
  const clientWith: Session['clientWith'] = (key, fetched) =>
    createClient({
      baseUrl: url,
      ...(key !== null && { apiKey: key.apiKey }),
      ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
      ...(fetched !== undefined && { fetch: observed(fetched) }),
    })
  const client = clientWith(needsKey ? await findKey(terminal, url, options.keyFile) : null)
  return {
    terminal,
    out,
    url,
    client,
    wait: (what, work) => withProgress(terminal, what, out.quiet, () => work({ signal: terminal.signal })),
    clientWith,
  }
}

/** Shows each answer's headers to the caller: limits and the clock are there. */
function observed(fetched: (response: Response) => void) {
  return async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    fetched(response)
    return response
  }
}

/** Longest time of a timer, in seconds: a longer one ends at once. */
const MAX_SECONDS = Math.floor((2 ** 31 - 1) / 1000)

/** Seconds of an option; commander names the option. */
export function parseSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text)
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds
  throw new InvalidArgumentError(`expected a number of seconds above 0 and up to ${MAX_SECONDS}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
