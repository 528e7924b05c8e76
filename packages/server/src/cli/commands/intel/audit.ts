import { type Command, InvalidArgumentError } from 'commander'
import { isoTime, printJson, printTable } from '../../print.ts'
import { withStore } from '../../withStore.ts'

const MAX_RECORDS = 1000

/** `redoubt intel audit` */
export function addAudit(intel: Command): void {
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
