import type { Command } from 'commander'
import { printJson } from '../print.ts'
import { withStore } from '../withStore.ts'

/** `redoubt migrate` */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date; every other command does so too')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ DATABASE_URL=postgres://localhost/redoubt redoubt migrate')
    .action((options: { json: boolean }) =>
      withStore(async (_store, applied) => {
        if (options.json) printJson({ applied })
        else process.stdout.write(applied.length === 0 ? 'Nothing to do.\n' : `Applied: ${applied.join(', ')}\n`)
      }),
    )
}
