import type { Terminal } from './terminal.ts'

const FIRST_MS = 700
const EVERY_MS = 250
const ERASE_LINE = '\r\u001b[K'

/** Runs the work, and says on a terminal's stderr that it goes on and for how long. */
export async function withProgress<Value>(
  { stderr, env }: Terminal,
  what: string,
  quiet: boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  if (stderr.isTTY !== true || quiet || env.TERM === 'dumb') return work()
  const started = performance.now()
  let shown = false
  const timer = setInterval(() => {
    const ms = performance.now() - started
    if (ms < FIRST_MS) return
    shown = true
    stderr.write(`${ERASE_LINE}${what} … ${Math.floor(ms / 1000)} s`)
  }, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (shown) stderr.write(ERASE_LINE)
  }
}
