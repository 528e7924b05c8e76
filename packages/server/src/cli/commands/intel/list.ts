import type { Command } from 'commander'
import { printJson, printTable } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { sanctionsText } from './presentSanctions.ts'
import { SOURCE_HEADINGS, sourceJson, sourceRow } from './presentSource.ts'

/** `redoubt intel list` */
export function addList(intel: Command): void {
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
