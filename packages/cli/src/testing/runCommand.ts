import { PassThrough, Readable } from 'node:stream'
import { runClient } from '../runClient.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type Ended = { code: number; stdout: string; stderr: string }

type Given = {
  env?: Record<string, string>
  /** What is typed or piped. */
  stdin?: string
  /** People sit before all three. */
  isTerminal?: boolean
  signal?: AbortSignal
}

/** A terminal that keeps what was written to it. */
export function testTerminal({ env = {}, stdin = '', isTerminal = false, signal }: Given = {}) {
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const keep = (name: keyof typeof written) => ({
    isTTY: isTerminal,
    write: (text: string | Uint8Array) => written[name].push(Buffer.from(text)),
  })
  const rawModes: boolean[] = []
  const input = isTerminal ? new PassThrough() : Readable.from([stdin])
  if (input instanceof PassThrough) input.write(stdin)
  const terminal: Terminal = {
    stdin: Object.assign(input, { isTTY: isTerminal, setRawMode: (on: boolean) => rawModes.push(on) }),
    stdout: keep('stdout'),
    stderr: keep('stderr'),
    // No login of the machine that runs the tests.
    env: { XDG_CONFIG_HOME: '/nonexistent', ...env },
    signal: signal ?? new AbortController().signal,
  }
  const text = (name: keyof typeof written) => Buffer.concat(written[name]).toString('utf8')
  return { terminal, rawModes, text, bytes: () => Buffer.concat(written.stdout) }
}

/** Runs a command in this process. */
export async function runCommand(args: readonly string[], given?: Given): Promise<Ended> {
  const { terminal, text } = testTerminal(given)
  const code = await runClient(args, 'redoubt-client', terminal)
  return { code, stdout: text('stdout'), stderr: text('stderr') }
}
