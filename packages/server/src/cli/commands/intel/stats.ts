import { CHAINS } from '@redoubt/risk/chain.ts'
import type { Command } from 'commander'
import { type BuiltInStats, builtInStats } from '../../../composition/intelligence.ts'
import type { IntelSource } from '../../../intel/ports.ts'
import { printJson, printTable } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { sanctionsJson, sanctionsText } from './presentSanctions.ts'
import { SOURCE_HEADINGS, sourceJson, sourceRow } from './presentSource.ts'

/** `redoubt intel stats` */
export function addStats(intel: Command): void {
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
