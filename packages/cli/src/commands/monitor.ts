import type { api } from '@redoubt/client'
import { type Command, InvalidArgumentError } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import { type Out, paint } from '../terminal/out.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { addPageOptions, noteMore, type PageOptions, readPages } from './pages.ts'

/** What is watched, as the command line names it. */
const WATCHED = {
  incoming: 'incomingTransactions',
  outgoing: 'outgoingTransactions',
  approvals: 'tokenApprovals',
  nfts: 'nftTransfers',
  contracts: 'contractInteractions',
} as const

type SettingOptions = {
  chain?: Chain
  only?: (keyof typeof WATCHED)[]
  largeTransfer?: number | 'off'
  newApproval?: 'all' | 'unlimited' | 'off'
  suspicious?: number | 'off'
}

/** `monitor …`: addresses that are watched. */
export function addMonitor(program: Command, context: Context): void {
  const monitor = program.command('monitor').description(CLIENT_COMMANDS.monitor)
  const example = (command: Command, line: string) =>
    command.addHelpText('after', `\nExample:\n  $ ${context.name} monitor ${line}`)

  const create = monitor.command('create').description('watch an address').argument('<address>')
  addSettings(create.option('--chain <network>', 'network; default ethereum'))
  example(create, 'create 0xC022C85bCe79a889068e142c337e7d8EC5BEa139 --only approvals,outgoing --large-transfer 1000')
  act<SettingOptions>(context, create, async ({ out, client, wait }, [address = ''], options) => {
    const { chain } = options
    const body = { address, ...(chain !== undefined && { chain }), ...changed(options, {}) }
    print(out, await wait('Creating', (call) => client.monitors.create(body, call)))
    return EXIT.done
  })

  const list = addPageOptions(monitor.command('list').description('monitors, newest first'))
  example(list, 'list --all')
  act<PageOptions>(context, list, async (session, _, options) => {
    const { out, client } = session
    const result = await readPages(session, options, 'monitors', (page, call) => client.monitors.list(page, call))
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const { id } of result.monitors) out.line(id)
    else
      out.table(
        ['ID', 'ADDRESS', 'NETWORK', 'WATCHES', 'CREATED'],
        result.monitors.map((one) => [one.id, one.address, one.chain, watchedOf(one), one.createdAt]),
      )
    noteMore(session, result, options)
    return EXIT.done
  })

  const show = monitor.command('show').description('settings of a monitor').argument('<id>')
  example(show, 'show mon_0199…')
  act(context, show, async ({ out, client, wait }, [id = '']) => {
    print(out, await wait('Reading', (call) => client.monitors.get(id, call)))
    return EXIT.done
  })

  const update = monitor.command('update').description('change a monitor; what is not named stays').argument('<id>')
  addSettings(update)
  example(update, 'update mon_0199… --large-transfer off')
  act<SettingOptions>(context, update, async ({ out, client, wait }, [id = ''], options) => {
    const result = await wait('Changing', async (call) => {
      const { address, chain, monitoring, alerts } = await client.monitors.get(id, call)
      return client.monitors.replace(id, { address, chain, ...changed(options, { monitoring, alerts }) }, call)
    })
    print(out, result)
    return EXIT.done
  })

  const remove = monitor.command('delete').description('stop watching').argument('<id>')
  example(remove, 'delete mon_0199…')
  act(context, remove, async ({ out, client, wait }, [id = '']) => {
    const result = await wait('Deleting', (call) => client.monitors.delete(id, call))
    if (out.wantsJson) out.json(result)
    else out.line(out.quiet ? result.id : `${result.id} is deleted.`)
    return EXIT.done
  })
}

function addSettings(command: Command): Command {
  return command
    .option('--only <list>', `watch only these, a comma list of ${Object.keys(WATCHED).join(', ')}`, parseWatched)
    .option('--large-transfer <dollars>', 'alert from this value on, or off', parseThreshold)
    .option('--new-approval <which>', 'alert on all, unlimited or no (off) new approvals', parseApprovals)
    .option('--suspicious <score>', 'alert on counterparties from this score on, or off', parseThreshold)
}

/** The settings with what was named on the command line. */
function changed(
  { only, largeTransfer, newApproval, suspicious }: SettingOptions,
  { monitoring, alerts }: Pick<api.MonitorRequest, 'monitoring' | 'alerts'>,
): Pick<api.MonitorRequest, 'monitoring' | 'alerts'> {
  const chosen: api.MonitorAlerts = { ...alerts }
  if (largeTransfer !== undefined)
    chosen.largeTransfer =
      largeTransfer === 'off'
        ? { ...alerts?.largeTransfer, enabled: false }
        : { ...alerts?.largeTransfer, enabled: true, threshold: largeTransfer }
  if (newApproval !== undefined)
    chosen.newApproval = { enabled: newApproval === 'all', notifyUnlimited: newApproval !== 'off' }
  if (suspicious !== undefined)
    chosen.suspiciousActivity =
      suspicious === 'off'
        ? { ...alerts?.suspiciousActivity, enabled: false }
        : { ...alerts?.suspiciousActivity, enabled: true, riskThreshold: suspicious }
  const names = Object.entries(WATCHED) as [keyof typeof WATCHED, (typeof WATCHED)[keyof typeof WATCHED]][]
  const watched =
    only === undefined ? monitoring : Object.fromEntries(names.map(([name, member]) => [member, only.includes(name)]))
  return {
    ...(watched !== undefined && { monitoring: watched }),
    ...(Object.keys(chosen).length > 0 && { alerts: chosen }),
  }
}

function print(out: Out, monitor: api.Monitor) {
  if (out.wantsJson) return out.json(monitor)
  if (out.quiet) return out.line(monitor.id)
  const { largeTransfer, newApproval, suspiciousActivity } = monitor.alerts
  out.line(paint('bold', monitor.id))
  out.table(
    [],
    [
      ['address', monitor.address],
      ['network', monitor.chain],
      ['watches', watchedOf(monitor)],
      ['large transfers', largeTransfer.enabled ? `from $${largeTransfer.threshold} on` : 'off'],
      ['new approvals', newApproval.enabled ? 'all' : newApproval.notifyUnlimited ? 'unlimited' : 'off'],
      ['suspicious', suspiciousActivity.enabled ? `from score ${suspiciousActivity.riskThreshold} on` : 'off'],
      ['created', monitor.createdAt],
      ['at block', monitor.watch?.blockNumber ?? 'not watched yet'],
    ],
  )
}

function watchedOf({ monitoring }: api.Monitor): string {
  const names = Object.entries(WATCHED).filter(([, member]) => monitoring[member])
  return names.map(([name]) => name).join(',') || 'nothing'
}

function parseWatched(text: string): (keyof typeof WATCHED)[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    if (Object.hasOwn(WATCHED, name)) return name as keyof typeof WATCHED
    throw new InvalidArgumentError(`expected a comma list of ${Object.keys(WATCHED).join(', ')}`)
  })
}

function parseThreshold(text: string): number | 'off' {
  if (text === 'off') return text
  if (text.trim() !== '' && Number(text) >= 0) return Number(text)
  throw new InvalidArgumentError('expected a number, or off')
}

function parseApprovals(text: string): 'all' | 'unlimited' | 'off' {
  if (text === 'all' || text === 'unlimited' || text === 'off') return text
  throw new InvalidArgumentError('expected all, unlimited or off')
}
