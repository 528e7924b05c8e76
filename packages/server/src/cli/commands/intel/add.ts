import { CHAINS } from '@redoubt/risk/chain.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type SourceRequest, SourceRequestError } from '../../../composition/intelligence.ts'
import { type FormatOptions, LIST_FORMATS, LIST_LABELS } from '../../../intel/ports.ts'
import { printJson } from '../../print.ts'
import { actor, parseDuration, parseNote } from './options.ts'
import { outcomeJson, outcomeText, redactedLocation, sourceJson } from './present.ts'
import { withFeeds } from './withFeeds.ts'

type Options = FormatOptions &
  Pick<SourceRequest, 'label' | 'id' | 'title' | 'confidence' | 'licence' | 'churns'> & {
    kind: SourceRequest['format']
    every?: number
    refresh: boolean
    json: boolean
  }

/** `redoubt intel add` */
export function addAdd(intel: Command): void {
  intel
    .command('add')
    .description('load a list from the network or a file, and refresh it from now on')
    .argument('<url or file>', 'http(s) URL, or a file of this machine, which is read again at each refresh')
    .addOption(new Option('--kind <format>', 'format of the list').choices(LIST_FORMATS).makeOptionMandatory())
    .addOption(new Option('--label <label>', 'label of its entries').choices(LIST_LABELS).makeOptionMandatory())
    .option('--id <id>', 'short name for the other commands; default: from the host or file name')
    .option('--title <title>', 'name to show in results; default: the host or file name', parseNote)
    .option('--path <path>', 'json-path, yaml-list: path of the array, such as blacklist or data.*.items')
    .option('--column <column>', 'json-path, yaml-list, csv: member, or column by name or number, that holds the value')
    .option('--name-column <column>', 'the same, for the display name of an entry')
    .option('--label-column <column>', 'the same, for the label of an entry')
    .option('--delimiter <character>', 'csv: column separator; default: a comma', parseDelimiter)
    .addOption(new Option('--chain <chain>', 'network of the addresses; default: all networks').choices(CHAINS))
    .addOption(
      new Option('--confidence <level>', 'confidence in the list').choices(['high', 'medium', 'low']).default('medium'),
    )
    .option('--licence <licence>', 'licence of the list', parseNote)
    .option('--every <interval>', 'refresh interval: 30m, 6h, 1d; default: 6h', parseDuration)
    .option('--churns', 'most entries change: accept a refresh that keeps none of the old entries')
    .option('--no-refresh', 'do not fetch it now: a running server, or intel refresh, will')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
A list that cannot be imported is not added. Nothing is sent about what is scanned: lists are fetched whole.

Examples:
  $ redoubt intel add https://lists.example/phishing.txt --kind hosts --label phishing
  $ redoubt intel add ./drainers.csv --kind csv --column address --name-column note --label scammer --chain ethereum
  $ redoubt intel add https://api.example/v1/list --kind json-path --path data.items --column host --label phishing --every 30m`,
    )
    .action((location: string, options: Options, command: Command) => add(location, options, command))
}

async function add(location: string, options: Options, command: Command): Promise<void> {
  await withFeeds(async ({ store, feeds, signal }) => {
    const source = await feeds.add(requestOf(location, options), actor()).catch((error: unknown) => {
      if (error instanceof SourceRequestError) command.error(`error: ${NAMES[error.field]}: ${error.message}`)
      throw error
    })
    if (source.label === 'trusted' && !options.json) process.stderr.write(TRUSTED)
    if (!options.refresh) {
      if (options.json) printJson({ source: sourceJson(source), refresh: null })
      else
        process.stdout.write(`List "${source.id}" is added and not fetched yet: redoubt intel refresh ${source.id}\n`)
      return
    }
    if (!options.json) process.stderr.write(`${source.id}: fetching ${redactedLocation(source)}\n`)
    const outcome = await feeds.refresh(source.id, { forcedBy: null, signal })
    if (outcome?.outcome === 'failed') {
      await store.intel.removeSource(source.id, { actor: actor(), now: Date.now() })
      if (options.json) printJson({ source: null, refresh: outcomeJson(source.id, outcome) })
      throw new Error(`The list was not added. ${outcome.error}`)
    }
    const loaded = (await store.intel.source(source.id)) ?? source
    if (options.json) printJson({ source: sourceJson(loaded), refresh: outcomeJson(source.id, outcome) })
    else process.stdout.write(`${outcomeText(source.id, outcome)}\n`)
  })
}

const TRUSTED =
  'A trusted list applies to URL scans only: its sites count as allow-listed, or as popular where an entry is named by its rank. It lowers the score and cancels no finding.\n'

function requestOf(location: string, { kind, every, refresh: _, json: __, ...rest }: Options): SourceRequest {
  const { label, id, title, confidence, licence, churns, ...options } = rest
  return {
    location,
    format: kind,
    label,
    options,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(licence === undefined ? {} : { licence }),
    ...(churns === undefined ? {} : { churns }),
    ...(every === undefined ? {} : { refreshMs: every }),
  }
}

/** What the command line calls the members of a request. */
const NAMES: Record<SourceRequestError['field'], string> = {
  location: '<url or file>',
  format: '--kind',
  label: '--label',
  options: '--kind',
  id: '--id',
  title: '--title',
  confidence: '--confidence',
  licence: '--licence',
  refreshMs: '--every',
  churns: '--churns',
  path: '--path',
  column: '--column',
  nameColumn: '--name-column',
  labelColumn: '--label-column',
  delimiter: '--delimiter',
  chain: '--chain',
}

/** Shells make a tab hard to write. */
function parseDelimiter(text: string): string {
  const delimiter = text === '\\t' || text === 'tab' ? '\t' : text
  if (delimiter.length !== 1) throw new InvalidArgumentError('One character, or "tab".')
  return delimiter
}
