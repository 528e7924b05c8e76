import { join } from 'node:path'
import { runTests } from '../runTests.ts'

const PACKAGES = join(import.meta.dirname, '../../..')
const PRELOAD = join(import.meta.dirname, 'preload.ts')

/** A protection that the control of a torture takes out: in `file`, below `packages`, `to` stands for `from`. `tests` as of `runTests`: each must fail. */
export type Disarmed = { what: string; file: string; from: string; to: string; tests: readonly string[] }

/** `disarmed`: files of tests that ran without a protection, and how many of them failed at an assertion; `missed` names the others. */
export type Control = { disarmed: number; found: number; missed: string[] }

/** Runs each test without the protection that it is about: one that passes then proves nothing. */
export async function runDisarmed(cases: readonly Disarmed[], env: NodeJS.ProcessEnv = {}): Promise<Control> {
  const control: Control = { disarmed: 0, found: 0, missed: [] }
  for (const { what, file, from, to, tests } of cases)
    for (const test of tests) {
      const disarm = JSON.stringify({ file: join(PACKAGES, file), from, to })
      const { asserted } = await runTests([test], {
        ...env,
        DISARM: disarm,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`.trim(),
      })
      control.disarmed++
      // What breaks in another way, such as a file that is not loaded, has shown nothing.
      if (asserted > 0) control.found++
      else control.missed.push(`${what}: ${test}`)
    }
  return control
}
