import { CHAINS } from '@redoubt/risk/chain.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { type BuiltInStats, builtInStats, type Feeds, type RefreshOutcome } from '../../../composition/intelligence.ts'
import type { IntelSource } from '../../../intel/ports.ts'
import type { Store } from '../../../store/openStore.ts'
import { isoTime, printJson, printTable } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { addAdd } from './add.ts'
import { addEnable, addSwitches } from './enable.ts'
import { addLookup } from './lookup.ts'
import { actor } from './options.ts'
import {
  outcomeJson,
  outcomeText,
  SOURCE_HEADINGS,
  sanctionsJson,
  sanctionsText,
  sourceJson,
  sourceRow,
} from './present.ts'
import { withFeeds } from './withFeeds.ts'
import { addWords } from './words.ts'

const MAX_RECORDS = 1000

/** `redoubt intel …` */
export function addIntel(intel: Command): void {
  intel.addHelpText(
    'after',
    `
Examples:
  $ redoubt intel enable recommended
  $ redoubt intel lookup login.example.org
  $ redoubt intel refresh --all`,
  )
  addEnable(intel)
  addAdd(intel)
  addList(intel)
  addRefresh(intel)
  addSwitches(intel)
  addLookup(intel)
  addWords(intel)
  addStats(intel)
  addAudit(intel)
}

/** `redoubt intel list` */
function addList(intel: Command): void {
  intel
    .command('list')
    .description('show the loaded lists, and when each was last current')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel list')
    .action(({ json }: { json: boolean }) =>
      withStore(async (store) => {
        const sources = await store.intel.sources()
        if (json) return printJson(sources.map(sourceJson))
        if (sources.length === 0) {
          process.stderr.write('No lists yet: redoubt intel enable recommended, or redoubt intel add --help\n')
          return void process.stdout.write(sanctionsText(sources))
        }
        printTable(SOURCE_HEADINGS, sources.map(sourceRow))
        for (const { id, failures, lastError } of sources) {
          if (failures > 0) process.stdout.write(`${id} failed ${times(failures)}: ${lastError}\n`)
        }
        process.stdout.write(`\n${sanctionsText(sources)}`)
      }),
    )
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** `redoubt intel audit` */
function addAudit(intel: Command): void {
  intel
    .command('audit')
    .description('show changes to lists and overrides, newest first')
    .option('--limit <count>', `how many, at most ${MAX_RECORDS}`, parseLimit, 20)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel audit --limit 50')
    .action(({ limit, json }: { limit: number; json: boolean }) =>
      withStore(async (store) => {
        const records = await store.intel.audit({ limit, before: null })
        if (json) return printJson(records.map((record) => ({ ...record, at: isoTime(record.at) })))
        if (records.length === 0) return void process.stderr.write('Nothing was changed yet.\n')
        printTable(
          ['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'DETAIL'],
          records.map(({ at, actor, action, subject, detail }) => [isoTime(at), actor, action, subject, detail]),
        )
      }),
    )
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAX_RECORDS) throw new InvalidArgumentError(`A number from 1 to ${MAX_RECORDS}.`)
  return limit
}

/** `redoubt intel stats` */
function addStats(intel: Command): void {
  intel
    .command('stats')
    .description('show the number of facts by kind, their sources and their age')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel stats')
    .action(({ json }: { json: boolean }) =>
      withStore(async (store) => {
        const builtIn = builtInStats()
        const lists = (await store.intel.sources()).sort(newestFirst)
        if (json) return printJson({ builtIn, lists: lists.map(sourceJson), sanctions: sanctionsJson(lists) })
        printCounts(builtIn)
        printSources(builtIn)
        process.stdout.write('\nLists\n')
        if (lists.length === 0) process.stdout.write('None yet: redoubt intel enable recommended\n')
        else printTable(SOURCE_HEADINGS, lists.map(sourceRow))
        process.stdout.write(`\n${sanctionsText(lists)}`)
      }),
    )
}

/** By when they were last known to be current; then by when they were added. */
function newestFirst(a: IntelSource, b: IntelSource): number {
  return (b.refreshedAt ?? 0) - (a.refreshedAt ?? 0) || b.createdAt - a.createdAt
}

function printCounts({ counts }: BuiltInStats): void {
  const rows = Map.groupBy(counts, ({ from, kind }) => `${from} ${kind}`)
  printTable(
    ['BUILT IN', 'KIND', ...CHAINS.map((chain) => chain.toUpperCase()), 'OTHER', 'TOTAL'],
    [...rows].map(([row, cells]) => {
      const count = (chain: string | null) => cells.find((cell) => cell.chain === chain)?.count
      const total = cells.reduce((sum, cell) => sum + cell.count, 0)
      const [from = '', kind = ''] = row.split(' ')
      return [from, kind, ...[...CHAINS, null].map((chain) => String(count(chain) ?? '')), String(total)]
    }),
  )
}

function printSources({ pack, seed }: BuiltInStats): void {
  process.stdout.write(`\nPack: npm packages, published ${pack.oldest} to ${pack.newest}\n`)
  printTable(
    ['PACKAGE', 'VERSION', 'LICENCE', 'PUBLISHED', 'GAVE'],
    pack.sources.map(({ package: name, version, licence, published, counts }) => [
      name,
      version,
      licence,
      published,
      Object.entries(counts)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', '),
    ]),
  )
  process.stdout.write(
    `\nSeed: written by hand, checked ${seed.asOf}, from ${seed.sources.length} public sources (--json names them)\n`,
  )
}

type Options = { force: boolean; all: boolean; json: boolean }

/** `redoubt intel refresh` */
function addRefresh(intel: Command): void {
  intel
    .command('refresh')
    .description('refresh the named lists, all lists, or those that are due')
    .argument('[id...]', 'ids of lists, as intel list shows them')
    .option('--all', 'every enabled list, due or not', false)
    .option(
      '--force',
      'also import a list that is unchanged, shrank by more than half, or is held by another process',
      false,
    )
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
A list is replaced whole or not at all: after any failure the old one stays. A running server refreshes due lists by itself.

Examples:
  $ redoubt intel refresh --all
  $ redoubt intel refresh ofac-sdn --force`,
    )
    .action((ids: string[], options: Options, command: Command) => {
      if (options.all && ids.length > 0) command.error('error: --all: give ids or --all, not both')
      return withFeeds(async ({ store, feeds, signal }) => {
        const results: [string, RefreshOutcome | null][] = []
        for await (const result of refreshes({ store, feeds, signal }, ids, options)) {
          results.push(result)
          if (!options.json) process.stdout.write(`${outcomeText(...result)}\n`)
        }
        if (options.json) printJson(results.map((result) => outcomeJson(...result)))
        else if (results.length === 0) process.stderr.write('No list is due: --all asks for every one.\n')
        const failed = results.filter(([, outcome]) => outcome === null || outcome.outcome === 'failed').length
        if (failed > 0) throw new Error(`${failed} of ${results.length} lists could not be refreshed.`)
      })
    })
}

async function* refreshes(
  { store, feeds, signal }: { store: Store; feeds: Feeds; signal: AbortSignal },
  ids: string[],
  { force, all }: Options,
): AsyncGenerator<[string, RefreshOutcome | null]> {
  const named = all ? (await store.intel.sources()).filter(({ enabled }) => enabled).map(({ id }) => id) : ids
  for (const id of new Set(named)) {
    yield [id, await feeds.refresh(id, { forcedBy: force ? actor() : null, signal })]
    if (signal.aborted) return
  }
  if (all || ids.length > 0) return
  // One that fails is due again in a minute at the earliest: this ends.
  for (let due = await feeds.refreshDue(signal); due !== null; due = await feeds.refreshDue(signal)) {
    yield [due.id, due]
    if (signal.aborted) return
  }
}
