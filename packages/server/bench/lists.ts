import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fingerprintsOf } from '../src/intel/lookup/fingerprintsOf.ts'
import { createListIndex, type ListIndex } from '../src/intel/lookup/listIndex.ts'
import type { IntelEntry, IntelStore } from '../src/intel/ports.ts'
import { openStore } from '../src/store/openStore.ts'
import type { BenchOptions } from './main.ts'

const HOSTS = 336_000
const LOOKUPS = 1_000_000
/** Look-ups begun before any is awaited: what a busy server has in flight. */
const BATCH = 100
const CONFIRMED = 20_000

/**
 * A list of 336,000 hosts through the real store (SQLite, a file) into the index. `perSecond`: look-ups with the parent
 * walk, 95 % of hosts that are not listed, half of them subdomains, and 5 % of subdomains of a few listed ones, confirmed
 * before; `perCpuSecond`: the same by processor time, which other work on the machine changes less.
 * `confirmedPerSecond`: listed hosts asked for the first time, each confirmed by the database. `memoryMb`: heap and buffers
 * that the loaded index adds. `longestMs`: longest time the event loop stood still while it loaded.
 */
export default async function lists({ data }: BenchOptions): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-lists-'))
  const store = await openStore(`sqlite:${join(folder, 'lists.db')}`, null)
  try {
    await store.migrate()
    const { listed, innocent, real } = await hostsFrom(data)
    const importMs = await timed(() => importHosts(store.intel, listed))
    const before = await memory()
    const index = createListIndex(store.intel)
    const { ms: loadMs, longestMs } = await watched(() => index.refresh())
    const memoryMb = (await memory()) - before
    await inBatches(index, mixOf(listed, innocent).slice(0, LOOKUPS / 10))
    const mix = mixOf(listed, innocent)
    const cpuBefore = process.cpuUsage()
    const ms = await timed(() => inBatches(index, mix))
    const cpu = process.cpuUsage(cpuBefore)
    const fresh = listed.slice(-CONFIRMED)
    const confirmedMs = await timed(() => inBatches(index, fresh))
    return {
      hosts: listed.length,
      real,
      perSecond: Math.round((mix.length / ms) * 1000),
      perCpuSecond: Math.round((mix.length / (cpu.user + cpu.system)) * 1_000_000),
      memoryMb: round(memoryMb),
      loadMs: Math.round(loadMs),
      confirmedPerSecond: Math.round((fresh.length / confirmedMs) * 1000),
      longestMs: Math.round(longestMs),
      importMs: Math.round(importMs),
    }
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

/** Recorded hosts when they are at hand, else made-up ones of the same number. */
async function hostsFrom(data: string): Promise<{ listed: string[]; innocent: string[]; real: boolean }> {
  const [bad, good] = ['train_phishing', 'train_benign'].map((name) => join(data, 'urls', `${name}.csv.gz`))
  if (bad === undefined || good === undefined || !existsSync(bad) || !existsSync(good)) {
    const made = (word: string) =>
      Array.from({ length: HOSTS }, (_, number) => `${word}-${number}.example${number % 97}.com`)
    return { listed: made('login'), innocent: made('shop'), real: false }
  }
  const listed = await hostColumn(bad)
  const known = new Set(listed)
  return {
    listed: listed.slice(0, HOSTS),
    innocent: (await hostColumn(good)).filter((host) => !known.has(host)),
    real: true,
  }
}

async function hostColumn(file: string): Promise<string[]> {
  const [, ...rows] = gunzipSync(await readFile(file))
    .toString('utf8')
    .trim()
    .split('\n')
  return [...new Set(rows.map((row) => row.slice(0, row.indexOf(','))))]
}

async function importHosts(store: IntelStore, hosts: readonly string[]): Promise<void> {
  const now = Date.now()
  await store.addSource(
    {
      id: 'hosts',
      title: 'Hosts',
      location: '/hosts.txt',
      format: 'hosts',
      options: {},
      label: 'phishing',
      confidence: 'high',
      licence: null,
      refreshMs: 3_600_000,
    },
    { actor: 'bench', now },
  )
  const entries = hosts.map(
    (value): IntelEntry => ({ kind: 'host', value, chain: null, label: 'phishing', name: null }),
  )
  await store.replaceEntries('hosts', {
    entries,
    fingerprints: fingerprintsOf(entries),
    contentHash: '0'.repeat(64),
    etag: null,
    lastModified: null,
    force: false,
    now,
    nextAttemptAt: now + 3_600_000,
  })
}

function mixOf(listed: readonly string[], innocent: readonly string[]): string[] {
  return Array.from({ length: LOOKUPS }, (_, number) => {
    if (number % 20 === 0) return `www.${listed[number % 1_000]}`
    const host = innocent[number % innocent.length]
    return number % 2 === 0 ? `a.www.${host}` : `${host}`
  })
}

async function inBatches(index: ListIndex, hosts: readonly string[]): Promise<void> {
  for (let from = 0; from < hosts.length; from += BATCH)
    await Promise.all(hosts.slice(from, from + BATCH).map((host) => index.findHost(host)))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function watched(work: () => Promise<unknown>): Promise<{ ms: number; longestMs: number }> {
  let longestMs = 0
  let last = performance.now()
  let going = true
  const watch = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (going) setImmediate(watch)
  }
  setImmediate(watch)
  const ms = await timed(work)
  watch()
  going = false
  return { ms, longestMs }
}

/** Heap and buffers in use, in MB, after what can be collected is. */
async function memory(): Promise<number> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 3; times++) {
    collect()
    await new Promise(setImmediate)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
