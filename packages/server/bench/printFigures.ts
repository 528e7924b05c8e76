import { cpus, loadavg } from 'node:os'
import { whyNotRun } from './cannotRun.ts'

/** Of a bench or a torture. `data`: the folder of recorded data, absolute. */
export type Measured = { name: string; data: string; measure(): Promise<object> }

/**
 * Runs a bench or a torture and prints one JSON line with machine, date and load average at the start and at the end. What cannot run here prints a
 * line with the reason as `notRun`, and says it on the standard error.
 * @returns the figures, null where it did not run.
 */
export async function printFigures({ name, data, measure }: Measured): Promise<object | null> {
  const began = loadNow()
  const print = (figures: object) => {
    const date = new Date().toISOString().slice(0, 10)
    const line = { name, machine: machine(), date, load: [began, loadNow()] }
    process.stdout.write(`${JSON.stringify(Object.assign(line, figures))}\n`)
  }
  try {
    const figures = await measure()
    print(figures)
    return figures
  } catch (error) {
    const reason = whyNotRun(error, data)
    if (reason === null) throw error
    process.stderr.write(`${name} was not run, because ${reason}\n`)
    print({ notRun: reason })
    return null
  }
}

function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? process.arch}, Node ${process.versions.node}`
}

/** Load average of the last minute. */
function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}
