import type { Command } from 'commander'
import type { IntelStore } from '../../../intel/ports.ts'
import { printJson } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { actor } from './actor.ts'

/** `redoubt intel disable` and `remove`. */
export function addSwitches(intel: Command): void {
  intel
    .command('disable')
    .description('disable a list; its entries are kept, and enable restores it')
    .argument('<id>', 'id of the list, as intel list shows it')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel disable our-phishing')
    .action((id: string, { json }: { json: boolean }) =>
      change(id, json, { disabled: true }, (store, by) => store.setEnabled(id, false, by)),
    )
  intel
    .command('remove')
    .description('remove a list and its entries; the audit trail keeps a record of it')
    .argument('<id>', 'id of the list, as intel list shows it')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel remove our-phishing')
    .action((id: string, { json }: { json: boolean }) =>
      change(id, json, { removed: true }, (store, by) => store.removeSource(id, by)),
    )
}

function change(
  id: string,
  json: boolean,
  done: Record<string, true>,
  make: (store: IntelStore, by: { actor: string; now: number }) => Promise<boolean>,
): Promise<void> {
  return withStore(async ({ intel }) => {
    if (!(await make(intel, { actor: actor(), now: Date.now() }))) {
      throw new Error(`There is no list "${id}": redoubt intel list shows the ids.`)
    }
    if (json) printJson({ id, ...done })
    else process.stdout.write(`List "${id}" is ${Object.keys(done)[0]}.\n`)
  })
}
