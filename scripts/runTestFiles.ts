import { createHook } from 'node:async_hooks'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

// node scripts/runTestFiles.ts FILE...: the tests of these files, one file after the other, in this process.
//
// node:test follows each promise from its making to its collection, to name the test of an error that no test catches: a tenth
// of the processor time of a scan. Here it follows suites, whose tests may stand after an `await`, until they are read, and the tests
// themselves, not what runs in a test: a service that a suite starts would be followed for as long as it lives. An error that no test
// catches still fails the run, without the name of its test.

/** Longest time of a file in milliseconds; its tests and suites have limits of their own. */
const MAX_FILE_MS = 900_000

type Hook = { enable(): unknown; disable(): unknown } & Record<symbol, unknown>
type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void
/** A suite of node:test while it is read, and after. */
type Suite = { buildSuite?: Promise<void>; buildPhaseFinished?: boolean }

const ofSuites = new Set<number>()
const suites = new Set<Suite>()
let testHook: Hook | null = null

const prototype = Object.getPrototypeOf(createHook({})) as Hook
const enable = prototype.enable
prototype.enable = function (this: Hook) {
  const [init, destroy] = [symbolOf(this, 'init'), symbolOf(this, 'destroy')]
  if (testHook === null && init && destroy && String(this[init]).includes('instanceof Test')) {
    testHook = this
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
  followPromises(true)
  await describe(file, { timeout: MAX_FILE_MS }, async () => {
    await import(loaded)
    void stopWhenRead()
  })
}
after(async () => {
  for (const end of endings) await end()
  clearInterval(alive)
})

function followSuites(init: Init): Init {
  return (asyncId, type, triggerAsyncId, resource) => {
    const isTest = type === 'Test'
    const isSuite = isTest && resource.constructor.name === 'Suite'
    const isOfSuite = isTest ? isSuite : ofSuites.has(triggerAsyncId)
    if (isSuite) suites.add(resource)
    if (isOfSuite) ofSuites.add(asyncId)
    if (isTest || isOfSuite) init(asyncId, type, triggerAsyncId, resource)
  }
}

/** Ends the following once every suite of the file has made its tests. */
async function stopWhenRead(): Promise<void> {
  for (let read = -1; read < suites.size; ) {
    read = suites.size
    for (const suite of suites) await suite.buildSuite
  }
  if ([...suites].some(({ buildPhaseFinished }) => buildPhaseFinished !== true)) return
  suites.clear()
  ofSuites.clear()
  followPromises(false)
}

/** Promises are what costs; all else that starts something is told of as before. */
function followPromises(isOn: boolean): void {
  const noPromises = testHook && symbolOf(testHook, 'kNoPromiseHook')
  if (!testHook || !noPromises) return
  testHook.disable()
  testHook[noPromises] = !isOn
  testHook.enable()
}

function symbolOf(hook: Hook, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(hook).find(({ description }) => description === name)
}
