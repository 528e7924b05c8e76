import { spawn } from 'node:child_process'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../src')
const LIMIT_MS = 3_500_000

/** Counts of the tests that ran; `failed` is 0 only where all passed and there was one. `asserted`: those that failed at an assertion or a property. */
export type TestsRan = {
  failed: number
  tests: number
  passed: number
  skipped: number
  failedTests: string[]
  asserted: number
}

/** Runs tests of the service by their paths below `src`, as a torture: for what is a test already, with more runs by `env`. */
export async function runTests(files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TestsRan> {
  const paths = files.map((file) => join(SOURCES, file))
  const args = ['--test', '--test-reporter=tap', '--test-concurrency=1', `--test-timeout=${LIMIT_MS}`, ...paths]
  const child = spawn(process.execPath, args, {
    // A test that runs tests: they report to this process, not to its parent.
    env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const count = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
  const failedTests = [...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title]) => title ?? '')
  const failed = code === 0 && count('pass') > 0 ? 0 : Math.max(1, failedTests.length)
  const asserted = output.match(/ERR_ASSERTION|Property failed after/g)?.length ?? 0
  return { failed, tests: count('tests'), passed: count('pass'), skipped: count('skipped'), failedTests, asserted }
}
