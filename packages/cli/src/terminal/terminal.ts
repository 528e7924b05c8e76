/** What a command reads and writes; tests give their own. */
export type Terminal = {
  stdin: Input
  stdout: Output
  stderr: Output
  env: Readonly<Record<string, string | undefined>>
  /** Ctrl-C. */
  signal: AbortSignal
}

export type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown }
export type Output = { write(text: string | Uint8Array): unknown; isTTY?: boolean }

/** The terminal of this process. A first Ctrl-C ends the command in order, a second one at once. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const controller = new AbortController()
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(130))
    controller.abort(new Interrupted())
  })
  return { stdin, stdout, stderr, env, signal: controller.signal }
}

/** Ctrl-C was pressed. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  constructor() {
    super('Interrupted.')
  }
}
