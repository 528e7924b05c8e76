import { ApiError, type Client, RedoubtError } from '@redoubt/client'
import type { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { checkNetworks, type NetworkCheck } from '../connection/checkNetworks.ts'
import { type FoundKey, findKey } from '../connection/findKey.ts'
import { act, type CommonOptions, type Context, type Session } from '../connection/session.ts'
import { paint } from '../terminal/out.ts'
import { EXIT } from '../verdict/exitCode.ts'

type State = 'ok' | 'warning' | 'failed' | 'unknown'
type Check = { name: string; state: State; detail: string }

const MARKS = { ok: ['green', '✓'], warning: ['yellow', '!'], failed: ['red', '✖'], unknown: ['dim', '?'] } as const
/** Signed requests and webhooks tolerate five minutes; half of it is a clock to set. */
const MAX_SKEW_MS = 150_000
const NOTHING_LEFT = 0
const NO_SERVICE =
  'Start it there ("redoubt serve"), or name it with --url or REDOUBT_URL; "redoubt preflight" checks what it needs.'

/** `doctor`: is the service there, is the key good, and for what. */
export function addDoctor(program: Command, context: Context): void {
  const doctor = program
    .command('doctor')
    .description(CLIENT_COMMANDS.doctor)
    .addHelpText(
      'after',
      `\nExamples:\n  $ ${context.name} doctor\n  $ ${context.name} doctor --json --url https://redoubt.example`,
    )
  act(
    context,
    doctor,
    async (session, _, options) => {
      const checks = await session.wait('Checking', () => examine(session, options))
      const { out, url } = session
      if (out.wantsJson) out.json({ url, client: packageJson.version, checks })
      else if (!out.quiet)
        out.table(
          [],
          checks.map(({ name, state, detail }) => [
            paint(MARKS[state][0], MARKS[state][1]),
            paint('bold', name),
            detail,
          ]),
        )
      if (checks.some(({ name, state }) => name === 'key' && state === 'failed')) return EXIT.key
      return checks.some(({ state }) => state === 'failed') ? EXIT.failed : EXIT.done
    },
    'without-key',
  )
}

async function examine(session: Session, { keyFile }: CommonOptions): Promise<Check[]> {
  const { url, terminal } = session
  const checks: Check[] = []
  let headers = new Headers()
  let started = Date.now()
  const observe = ({ headers: received }: Response) => {
    headers = received
  }
  const anonymous = session.clientWith(null, observe)
  try {
    await anonymous.health({ signal: terminal.signal, maxRetries: 0 })
  } catch (error) {
    terminal.signal.throwIfAborted()
    return [
      { name: 'service', state: 'failed', detail: `${url}: ${messageOf(error).replace(/\.$/, '')}. ${NO_SERVICE}` },
    ]
  }
  checks.push({ name: 'service', state: 'ok', detail: `${url} answers in ${Date.now() - started} ms` })
  checks.push(clockCheck(headers.get('date'), started, Date.now()))
  checks.push(await readinessCheck(anonymous, terminal.signal), await versionCheck(url, terminal.signal))

  let key: FoundKey
  try {
    key = await findKey(terminal, url, keyFile)
  } catch (error) {
    terminal.signal.throwIfAborted()
    return [...checks, { name: 'key', state: 'failed', detail: messageOf(error) }]
  }
  const client = session.clientWith(key, observe)
  started = Date.now()
  const scopes = await readScopes(client, terminal.signal)
  if (scopes instanceof Error)
    return [...checks, { name: 'key', state: 'failed', detail: `${key.from}: ${scopes.message}` }]
  const environment = key.apiKey.startsWith('svc_test_') ? 'test (the sandbox networks)' : 'live'
  checks.push({ name: 'key', state: 'ok', detail: `valid, ${environment}, from ${key.from}` })
  checks.push({
    name: 'scopes',
    state: scopes.length === 0 ? 'warning' : 'ok',
    detail: scopes.length === 0 ? 'none' : scopes.join(', '),
  })
  checks.push(limitCheck(headers), await sourcesCheck(client, terminal.signal))
  if (scopes.some((scope) => /^(scan:read$|admin)/.test(scope)))
    checks.push(...networkChecks(await checkNetworks(client, terminal.signal)))
  return checks
}

/** One line for each network that the key has; that it has none is a failure. */
function networkChecks(networks: readonly NetworkCheck[]): Check[] {
  const offered = networks.filter(({ state }) => state !== 'notOffered')
  if (offered.length === 0)
    return [{ name: 'networks', state: 'failed', detail: networks.map(({ detail }) => detail).join('; ') }]
  return offered.map(({ chain, state, detail }) => ({ name: chain, state: state as State, detail }))
}

/**
 * Requests that do nothing: each is refused for its body or finds nothing, once its scope was let through. A key has no other way
 * to learn what it may do.
 */
const PROBES: readonly (readonly [
  scope: string,
  (client: Client, call: { signal: AbortSignal }) => Promise<unknown>,
])[] = [
  ['scan:read', (client, call) => client.scans.get('none', call)],
  ['risk:read', (client, call) => client.risk.scores({ entities: [] }, call)],
  ['wallet:read', (client, call) => client.monitors.get('none', call)],
  ['webhooks:write', (client, call) => client.events.get('none', call)],
  ['admin', (client, call) => client.keys.list(call)],
]

async function readScopes(client: Client, signal: AbortSignal): Promise<string[] | Error> {
  const scopes: string[] = []
  for (const [scope, probe] of PROBES) {
    const error = await probe(client, { signal }).then(
      () => null,
      (reason: unknown) => reason,
    )
    signal.throwIfAborted()
    if (error instanceof ApiError) {
      if (error.status === 401) return error
      if (['VALIDATION_ERROR', 'NOT_FOUND'].includes(error.code)) scopes.push(scope)
      else if (error.code === 'PLAN_REQUIRED') scopes.push(`${scope} (not in the plan)`)
      else if (error.code !== 'INSUFFICIENT_SCOPE') return error
    } else if (error instanceof Error) return error
    else scopes.push(scope)
  }
  // Admin opens every route, so what it opens says nothing of the other scopes.
  return scopes.includes('admin') ? ['admin (everything)'] : scopes
}

function clockCheck(date: string | null, sent: number, received: number): Check {
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) return { name: 'clock', state: 'unknown', detail: 'the service names no time' }
  // The header has whole seconds.
  const skew = Math.round((theirs + 500 - (sent + received) / 2) / 1000)
  const detail =
    skew === 0 ? 'as that of the service' : `${Math.abs(skew)} s ${skew > 0 ? 'behind' : 'ahead of'} the service`
  return { name: 'clock', state: Math.abs(skew * 1000) > MAX_SKEW_MS ? 'warning' : 'ok', detail }
}

async function readinessCheck(client: Client, signal: AbortSignal): Promise<Check> {
  try {
    // An older service tells no networks.
    const { dependencies, networks = [] } = await client.readiness({ signal, maxRetries: 0 })
    const unreachable = networks.filter(({ state }) => state === 'unreachable').map(({ chain }) => chain)
    const detail = dependencies.join(', ') || 'yes'
    if (unreachable.length === 0) return { name: 'ready', state: 'ok', detail }
    const remedy = 'its operator finds the cause with `redoubt endpoints`'
    return { name: 'ready', state: 'warning', detail: `${detail}; not reachable: ${unreachable.join(', ')}; ${remedy}` }
  } catch (error) {
    signal.throwIfAborted()
    return { name: 'ready', state: 'failed', detail: messageOf(error) }
  }
}

/** The service says its version in its document. */
async function versionCheck(url: string, signal: AbortSignal): Promise<Check> {
  const ours = `this client is ${packageJson.version}`
  try {
    const response = await fetch(`${url}/openapi.json`, { signal, redirect: 'error' })
    const { info } = (await response.json()) as { info?: { version?: unknown } }
    if (typeof info?.version !== 'string') throw new Error('no version')
    const minor = (version: string) => version.split('.').slice(0, 2).join('.')
    const same = minor(info.version) === minor(packageJson.version)
    return { name: 'version', state: same ? 'ok' : 'warning', detail: `${info.version}; ${ours}` }
  } catch {
    signal.throwIfAborted()
    return { name: 'version', state: 'unknown', detail: `the service does not say; ${ours}` }
  }
}

function limitCheck(headers: Headers): Check {
  const remaining = headers.get('x-ratelimit-remaining')
  if (remaining === null) return { name: 'limits', state: 'unknown', detail: 'the service does not say' }
  const policy = headers.get('ratelimit-policy')
  const detail = `${remaining} of ${headers.get('x-ratelimit-limit') ?? '?'} requests left this minute${policy === null ? '' : ` (${policy})`}`
  return { name: 'limits', state: Number(remaining) > NOTHING_LEFT ? 'ok' : 'warning', detail }
}

async function sourcesCheck(client: Client, signal: AbortSignal): Promise<Check> {
  try {
    const { sources, sanctions, pack } = await client.intel.sources({ signal })
    const stale = sources.filter(({ enabled, stale }) => enabled && stale).map(({ id }) => id)
    const enabled = sources.filter((source) => source.enabled).length
    const detail = `${enabled} lists enabled, data pack of ${pack.date}, sanctions ${sanctions.state}`
    if (sanctions.state === 'unknown')
      return { name: 'sources', state: 'warning', detail: `${detail}: ${sanctions.reason ?? 'no list is loaded'}` }
    if (stale.length > 0) return { name: 'sources', state: 'warning', detail: `${detail}; stale: ${stale.join(', ')}` }
    return { name: 'sources', state: 'ok', detail }
  } catch (error) {
    signal.throwIfAborted()
    const operatorsOnly = error instanceof ApiError && error.status === 403
    if (operatorsOnly) return { name: 'sources', state: 'unknown', detail: 'shown to operators only' }
    return { name: 'sources', state: 'failed', detail: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof RedoubtError) return `${error.code}: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
