import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context, type Session } from '../connection/session.ts'
import { type Out, paint } from '../terminal/out.ts'
import { UsageError } from '../usageError.ts'
import { EXIT, type ExitCode } from '../verdict/exitCode.ts'
import { type EventType, parseCountOfEvents } from './eventTypes.ts'
import { addPageOptions, noteMore, type PageOptions, readPages } from './pages.ts'

type EventOptions = PageOptions & {
  follow?: boolean
  type?: EventType
  entity?: string
  since?: string
  until?: string
  order?: 'newest' | 'oldest'
  count?: number
}

/** `events`: what happened, and with --follow what happens. */
export function addEvents(program: Command, context: Context): void {
  const events = program
    .command('events')
    .description(CLIENT_COMMANDS.events)
    .option('-f, --follow', 'print events as they happen; a broken connection is resumed')
    .option('--type <type>', 'only of this type')
    .option('--entity <entity>', 'only of this address or site')
    .option('--since <time>', 'from this ISO 8601 time on')
    .option('--until <time>', 'up to this ISO 8601 time')
    .addOption(new Option('--order <order>', 'default newest').choices(['newest', 'oldest']))
    .option('--count <events>', 'with --follow: end after so many events', parseCountOfEvents)
  addPageOptions(events).addHelpText(
    'after',
    `
--follow --cursor CURSOR begins after that event; --json prints one event on a line, with its cursor.

Examples:
  $ ${context.name} events --type approval.new --all
  $ ${context.name} events --follow --json | jq .data`,
  )
  act<EventOptions>(context, events, (session, _, options) =>
    options.follow === true ? follow(session, options) : list(session, options),
  )
}

/** Options of the other way to ask: in silence they would be ignored. */
const OF_LISTS = ['since', 'until', 'order', 'limit', 'all'] as const

async function list(session: Session, options: EventOptions): Promise<ExitCode> {
  const { out, client } = session
  const { type, entity, since, until, order } = options
  if (options.count !== undefined) throw new UsageError('--count needs --follow; a list has --limit.')
  const result = await readPages(session, options, 'events', (page, call) =>
    client.events.list(
      {
        ...page,
        ...(type !== undefined && { type }),
        ...(entity !== undefined && { entity }),
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
        ...(order !== undefined && { order }),
      },
      call,
    ),
  )
  if (out.wantsJson) out.json(result)
  else for (const event of result.events) print(out, event)
  noteMore(session, result, options)
  return EXIT.done
}

async function follow(session: Session, options: EventOptions): Promise<ExitCode> {
  const { type, entity, cursor, count } = options
  const { out } = session
  const other = OF_LISTS.find((name) => options[name] !== undefined)
  if (other !== undefined)
    throw new UsageError(`--${other} cannot stand beside --follow, which begins now, or after the event of --cursor.`)
  if (out.forPeople) out.note('Following events. Ctrl-C ends.')
  let printed = 0
  for await (const event of following(session, cursor)) {
    if (type !== undefined && event.type !== type) continue
    if (entity !== undefined && event.entity?.toLowerCase() !== entity.toLowerCase()) continue
    if (out.wantsJson) out.json(event, 'compact')
    else print(out, event)
    if (++printed === count) break
  }
  return EXIT.done
}

/** Events as they happen, until Ctrl-C. */
export function following({ client, out, terminal: { signal } }: Session, cursor: string | undefined) {
  return client.events.stream({
    signal,
    ...(cursor !== undefined && { lastEventId: cursor }),
    onReconnect: (reason, waitMs) =>
      out.note(`${reasonOf(reason)} Connecting again in ${(waitMs / 1000).toFixed(1)} s.`),
  })
}

/** Why a connection ended: the reason of a failed fetch is in its cause. */
function reasonOf({ message, cause }: Error): string {
  const text = cause instanceof Error && cause.message !== '' ? cause.message : message
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function print(out: Out, { id, type, timestamp, data }: api.Event) {
  if (out.quiet) return out.line(id)
  out.line(timestamp, '  ', paint('bold', type), `  ${summaryOf(data)}`, paint('dim', `  ${id}`))
}

/** The members that say what happened, in the order of the event. */
const TOLD = new Set([
  ...['entity', 'previousScore', 'currentScore', 'threatType', 'severity', 'wallet', 'chain', 'direction'],
  ...[
    'counterparty',
    'spender',
    'contract',
    'asset',
    'tokenSymbol',
    'amount',
    'previousAmount',
    'amountUsd',
    'riskLevel',
    'message',
  ],
])

function summaryOf(data: object): string {
  const members = Object.entries(data).filter(([name, value]) => TOLD.has(name) && value !== null)
  return members
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ')
}
