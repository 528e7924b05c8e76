import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore, type Store } from '../openStore.ts'
import { addList, host, hosts, importList, shown } from './intelWorld.ts'

const WRITER = fileURLToPath(new URL('./intelCrashWriter.ts', import.meta.url))
const LIST = 'crash'
const ENTRIES = 4000
/** Each version has so many entries that the one before it has not, and lacks as many. */
const STEP = 1500
const MARKS = 50

/** Kills fall into the first so many imports of a process, long and short ones, at any moment of them. */
const SPREAD = 8

/** Entries that every version has, each time under another name. */
const marks = (version: number) => hosts('mark', 0, MARKS).map((mark) => ({ ...mark, name: `v${version}` }))
const entriesOf = (version: number) => [...marks(version), ...hosts('crash', version * STEP, version * STEP + ENTRIES)]

export function importVersion(store: Store, version: number) {
  return importList(store, LIST, entriesOf(version), { contentHash: `v${version}`, now: 1000 + version })
}

/** Kills importers with SIGKILL in so many rounds: the list is always whole, and the next import finds nothing in its way. */
export async function importsSurviveCrashes(url: string, secret: string, rounds: number): Promise<void> {
  const store = await openStore(url, secret)
  try {
    await store.migrate()
    await addList(store, { id: LIST })
    const started = performance.now()
    await importVersion(store, 0)
    const importMs = performance.now() - started
    let version = 0
    let interrupted = 0
    for (let round = 0; round < rounds; round++) {
      const { begun, done } = await crash(url, secret, version + 1, importMs * SPREAD * Math.random())
      if (begun !== done) interrupted++
      version = await wholeVersion(store)
      // What was said to be done is done; what was begun may be.
      assert.ok(version === done || version === begun, `v${version} is shown, begun ${begun}, done ${done}`)
      version++
      await importVersion(store, version)
      assert.equal(await wholeVersion(store), version)
    }
    assert.ok(interrupted >= rounds / 2, `only ${interrupted} of ${rounds} imports were interrupted`)
  } finally {
    await store.close()
  }
}

/** Runs an importer from a version on, and kills it so long after the first import began. */
async function crash(url: string, secret: string, first: number, ms: number): Promise<{ begun: number; done: number }> {
  const writer = spawn(process.execPath, [WRITER, url, secret, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(writer, 'close')
  const said = { begun: first - 1, done: first - 1 }
  for await (const line of createInterface(writer.stdout)) {
    const [what, version] = line.split(' ')
    if (what === 'begin' && said.begun < first) void setTimeout(ms).then(() => writer.kill('SIGKILL'))
    said[what === 'begin' ? 'begun' : 'done'] = Number(version)
  }
  await closed
  assert.equal(writer.signalCode, 'SIGKILL')
  return said
}

/** The version that is shown, and nothing but it. */
async function wholeVersion(store: Store): Promise<number> {
  const source = await store.intel.source(LIST)
  const version = Number(source?.contentHash?.slice(1))
  const around = hosts('crash', Math.max(0, version - 2) * STEP, (version + 2) * STEP + ENTRIES)
  const expected = hosts('crash', version * STEP, version * STEP + ENTRIES).map(({ value }) => value)
  assert.deepEqual(await shown(store, around), new Set(expected))
  const names = (await store.intel.find(marks(0))).map(({ name }) => name)
  assert.deepEqual(names, Array<string>(MARKS).fill(`v${version}`))
  assert.equal(source?.entryCount, ENTRIES + MARKS)
  const [first] = await store.intel.find([host('mark-0.example')])
  assert.equal(first?.firstSeen, 1000)
  return version
}
