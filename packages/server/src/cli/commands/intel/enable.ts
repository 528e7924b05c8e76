import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { RECOMMENDED, type RefreshOutcome } from '../../../composition/intelligence.ts'
import type { IntelSource, IntelStore } from '../../../intel/ports.ts'
import { printJson } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { actor, formatDuration } from './options.ts'
import { outcomeJson, outcomeText } from './present.ts'
import { withFeeds } from './withFeeds.ts'

type Options = { only?: string[]; yes: boolean; json: boolean }

/** `redoubt intel enable` */
export function addEnable(intel: Command): void {
  intel
    .command('enable')
    .description('load the recommended lists, or enable a disabled list')
    .argument('<what>', '"recommended", or the id of a list')
    .option('--only <ids>', 'recommended: only these, a comma-separated list of ids', parseIds)
    .option('--yes', 'recommended: do not ask for confirmation', false)
    .option('--json', 'print JSON; needs --yes', false)
    .addHelpText(
      'after',
      `
Recommended lists are shown with address, licence and schedule before anything is fetched. Those already loaded stay as
they are. Free to use for anything:
  ${RECOMMENDED.filter(({ free }) => free)
    .map(({ id }) => id)
    .join(', ')}
Loaded only when named with --only; read their terms first:
  ${RECOMMENDED.filter(({ free }) => !free)
    .map(({ id }) => id)
    .join(', ')}

Examples:
  $ redoubt intel enable recommended
  $ redoubt intel enable recommended --only ofac-sdn --yes
  $ redoubt intel enable our-phishing    (a list of yours that was disabled)`,
    )
    .action((what: string, options: Options, command: Command) => {
      if (what === 'recommended') return enableRecommended(options, command)
      if (options.only) command.error('error: --only: expected with "enable recommended" only')
      return enableOne(what, options)
    })
}

async function enableOne(id: string, { json }: Options): Promise<void> {
  await withStore(async (store) => {
    if (!(await store.intel.setEnabled(id, true, { actor: actor(), now: Date.now() }))) {
      const remedy = RECOMMENDED.some((list) => list.id === id)
        ? `it is a recommended one: redoubt intel enable recommended --only ${id}`
        : 'redoubt intel list shows the ids.'
      throw new Error(`There is no list "${id}": ${remedy}`)
    }
    if (json) printJson({ id, enabled: true })
    else process.stdout.write(`List "${id}" is enabled.\n`)
  })
}

async function enableRecommended({ only, yes, json }: Options, command: Command): Promise<void> {
  const wanted = RECOMMENDED.filter(({ id, free }) => (only === undefined ? free : only.includes(id)))
  const unknown = only?.find((id) => RECOMMENDED.every((list) => list.id !== id))
  if (unknown !== undefined) command.error(`error: --only: "${unknown}" is no recommended list; --help names them`)
  if (!yes && (json || !process.stdin.isTTY))
    command.error('error: --yes: required without a terminal, because no confirmation can be asked')
  await withFeeds(async ({ store, feeds, signal }) => {
    const known = new Map((await store.intel.sources()).map((source) => [source.id, source]))
    const missing = wanted.filter(({ id }) => known.get(id)?.enabled !== true)
    if (!json) for (const list of missing) process.stdout.write(offer(list, known.get(list.id)))
    if (!json && missing.length === 0) process.stdout.write('All of them are loaded: redoubt intel list\n')
    if (missing.length === 0) {
      if (json) printJson([])
      return
    }
    if (!yes && !(await confirm(missing.length))) return void process.stderr.write('Nothing was loaded.\n')
    const by = { actor: actor(), now: Date.now() }
    // All are registered first: a running server, or the next command, fetches what this one does not reach.
    for (const list of missing) {
      if (known.has(list.id)) await store.intel.setEnabled(list.id, true, by)
      else await feeds.add(list, by.actor)
    }
    const outcomes: [string, RefreshOutcome | null][] = []
    for (const { id } of missing) {
      if (signal.aborted) break
      const outcome = await feeds.refresh(id, { forcedBy: null, signal })
      outcomes.push([id, outcome])
      if (!json) process.stdout.write(`${outcomeText(id, outcome)}\n`)
    }
    if (json) printJson(outcomes.map((outcome) => outcomeJson(...outcome)))
    const failed = outcomes.filter(([, outcome]) => outcome?.outcome === 'failed').length
    if (failed > 0) {
      throw new Error(
        `${failed} of ${missing.length} lists could not be loaded yet; a running server tries again, and so does: redoubt intel refresh`,
      )
    }
  })
}

function offer(list: (typeof RECOMMENDED)[number], known: IntelSource | undefined): string {
  return `${list.id}: ${list.title}${known ? ' (disabled until now)' : ''}
  ${list.why}
  ${list.location}
  Says ${list.label}, confidence ${list.confidence}. Licence: ${list.licence}. Asked for changes every ${formatDuration(list.refreshMs)}.
`
}

/** Asks on the terminal; Ctrl-C and Ctrl-D mean no. */
async function confirm(count: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  terminal.once('SIGINT', () => terminal.close())
  const lists = count === 1 ? 'this list' : `these ${count} lists`
  const answer = await Promise.race([terminal.question(`Load ${lists} now? [y/N] `), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function parseIds(text: string): string[] {
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

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
