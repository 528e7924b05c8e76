import type { Command } from 'commander'
import type { Feeds, RefreshOutcome } from '../../../composition/intelligence.ts'
import type { Store } from '../../../store/openStore.ts'
import { printJson } from '../../print.ts'
import { actor } from './actor.ts'
import { outcomeJson, outcomeText } from './presentOutcome.ts'
import { withFeeds } from './withFeeds.ts'

type Options = { force: boolean; all: boolean; json: boolean }

/** `redoubt intel refresh` */
export function addRefresh(intel: Command): void {
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
