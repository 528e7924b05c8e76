import { createHook } from 'node:async_hooks'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

// node scripts/runTestFiles.ts FILE...: the tests of these files, one file after the other, in this process.
//
// node:test follows each promise from its making to its collection, to name the test of an error that no test catches: a tenth
// of the processor time of a scan. Here it follows suites, whose tests may stand after an `await`, and the tests themselves, not what
// runs in a test. An error that no test catches still fails the run, without the name of its test.

/** Longest time of a file in milliseconds; its tests and suites have limits of their own. */
const MAX_FILE_MS = 900_000

type Hook = { enable(): unknown } & Record<symbol, unknown>
type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void

const prototype = Object.getPrototypeOf(createHook({})) as Hook
const enable = prototype.enable
prototype.enable = function (this: Hook) {
  const symbolOf = (name: string) => Object.getOwnPropertySymbols(this).find(({ description }) => description === name)
  const [init, destroy] = [symbolOf('init'), symbolOf('destroy')]
  if (init && destroy && String(this[init]).includes('instanceof Test')) {
    this[init] = followSuites(this[init] as Init)
    this[destroy] = undefined
  }
  return enable.call(this)
}

// A test that waits for nothing but a timer that keeps no process alive is waited for.
const alive = setInterval(() => undefined, MAX_FILE_MS)
// Each file is a suite: its hooks outside of `describe` are its own, and run when its turn comes.
const endings: (() => Promise<void>)[] = []
Object.assign(process, { [Symbol.for('redoubt.endings')]: endings })
for (const file of process.argv.slice(2)) {
  const loaded = import.meta.resolve(pathToFileURL(resolve(file)).href)
  await describe(file, { timeout: MAX_FILE_MS }, async () => {
    await import(loaded)
  })
}
after(async () => {
  for (const end of endings) await end()
  clearInterval(alive)
})

function followSuites(init: Init): Init {
  const ofSuites = new Set<number>()
  return (asyncId, type, triggerAsyncId, resource) => {
    const isTest = type === 'Test'
    const isOfSuite = isTest ? resource.constructor.name === 'Suite' : ofSuites.has(triggerAsyncId)
    if (isOfSuite) ofSuites.add(asyncId)
    if (isTest || isOfSuite) init(asyncId, type, triggerAsyncId, resource)
  }
}
