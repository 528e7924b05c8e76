import { EgressError } from '@redoubt/egress/egressError.ts'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { getAddress } from 'viem/utils'
import { createApp } from '../src/composition/app.ts'
import { readConfig } from '../src/config.ts'
import { type SandboxWorld, sandboxWorld } from '../src/sandbox/world.ts'
import { type Lists, type Row, rowsIn } from './consistency/rowsIn.ts'

/** Requests in flight in the loaded round. */
const IN_FLIGHT = 256
/** Enough keys and accounts for the burst and minute limits of one. */
const ACCOUNTS = 8
const DEADLINE_MS = 25_000
const MAX_ATTEMPTS = 12
const MAX_MISSING = 12
const MAX_ANSWER_BYTES = 8 * 1024 ** 2
/** Events are written after their answers. */
const SETTLE_MS = 3_000

type Seen = { level: string | null; status: number; complete: boolean; unknown: string[]; rows: Row[] }
type Ask = { endpoint: Endpoint | Listing; address: string }

const ENDPOINTS = ['contract', 'wallet', 'verify', 'score', 'report', 'transaction'] as const
type Endpoint = (typeof ENDPOINTS)[number]
/** Asked of accounts for their rows only. */
const LISTINGS = ['profile', 'approvals'] as const
type Listing = (typeof LISTINGS)[number]

/** Neighbours begin with another endpoint. */
const ORDERS: readonly (readonly Endpoint[])[] = [
  ['contract', 'wallet', 'verify', 'score', 'report', 'transaction'],
  ['wallet', 'verify', 'transaction', 'contract', 'report', 'score'],
  ['transaction', 'score', 'report', 'verify', 'wallet', 'contract'],
]

/**
 * Every address of the sandbox, asked by every endpoint in several orders, one address at a time and with 256 requests in flight, webhooks
 * subscribed. `disagreements`: addresses for which complete answers have more than one level. `contradictions`: incomplete answers that
 * contradict the complete ones, or one another: an incomplete answer may be medium where more is not known, but it may not be safe or low
 * where a complete one is medium or worse, and not high or critical where every complete one is less. `details` names both.
 * `falseEvents`: `entity.risk_changed` events, although nothing changed. `incomplete` and `busy`: answers without a full judgement, and
 * 429, 503 or none in time. `rows`: counterparties, associations and holdings compared with the judgement of their address in the same way.
 * `weakApprovals`: rows of approvals below high although every complete answer calls the spender high or critical. `silent`: transactions whose answer says nothing of the address. `missing`: facts that incomplete answers lack.
 */
export default async function consistency(): Promise<object> {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:' })
  const app = await createApp(config, () => {})
  try {
    const url = await app.listen()
    const tokens = await makeAccounts(app)
    const world = sandboxWorld('ethereum')
    const addresses = addressesOf(world)
    const client = createClient(url, world)
    for (const token of tokens) {
      const { status, json } = await client.send(token, '/v1/webhooks', {
        url: 'https://hooks.example.org/consistency',
        events: ['entity.risk_changed'],
        entities: addresses,
      })
      if (status >= 300) throw new Error(`no webhook: ${JSON.stringify(json)}`)
    }
    const seen: Levels = new Map(addresses.map((address) => [address, new Map()]))
    const partial: Levels = new Map(addresses.map((address) => [address, new Map()]))
    const missing = new Map<string, number>()
    const counts = { answers: 0, compared: 0, rows: 0, incomplete: 0, busy: 0, silent: 0 }
    const approvals: Row[] = []
    const note = ({ endpoint, address }: Ask, { level, status, complete, unknown, rows }: Seen) => {
      counts.answers++
      const known = rows.filter((row) => seen.has(row.address))
      counts.rows += known.length
      for (const row of known) {
        if (row.place === 'approvals') approvals.push(row)
        else addLevel(complete ? seen : partial, row.address, row)
      }
      if (status !== 200) counts.busy++
      else if (level === null) counts.silent++
      else {
        counts.compared++
        addLevel(complete ? seen : partial, address, { level, place: endpoint })
        if (complete) return
        counts.incomplete++
        const lacks = `${endpoint}: ${unknown.join(' ')}`
        missing.set(lacks, (missing.get(lacks) ?? 0) + 1)
      }
    }
    for (const [at, address] of addresses.entries())
      for (const endpoint of ORDERS[at % ORDERS.length] ?? ENDPOINTS)
        note({ endpoint, address }, await client.ask(tokens[at % tokens.length] ?? '', { endpoint, address }))
    const accounts = named(world.actors).map(([, address]) => address)
    for (const endpoint of LISTINGS)
      for (const address of accounts)
        note({ endpoint, address }, await client.ask(tokens[0] ?? '', { endpoint, address }))
    const all = [
      ...ENDPOINTS.flatMap((endpoint) => addresses.map((address): Ask => ({ endpoint, address }))),
      ...LISTINGS.flatMap((endpoint) => accounts.map((address): Ask => ({ endpoint, address }))),
    ]
    const queue = shuffled([...all, ...all])
    let next = 0
    const worker = async (token: string) => {
      for (let one = queue[next++]; one !== undefined; one = queue[next++]) note(one, await client.ask(token, one))
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, at) => worker(tokens[at % tokens.length] ?? '')))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const events = await Promise.all(tokens.map((token) => client.events(token)))
    await client.close()
    const disagreeing = [...seen].filter(([, levels]) => levels.size > 1)
    const contradicting = [...partial].filter(([address, levels]) =>
      contradicts([...(seen.get(address)?.keys() ?? [])], [...levels.keys()]),
    )
    const weak = approvals.filter(({ address, level }) => {
      const complete = [...(seen.get(address)?.keys() ?? [])]
      return complete.length > 0 && complete.every(isAccused) && !isAccused(level)
    })
    const detailOf = ([address, levels]: (typeof disagreeing)[number]) => ({
      address: `${nameOf(world, address)} ${address}`,
      levels: Object.fromEntries([...levels].map(([level, endpoints]) => [level, [...endpoints].join(' ')])),
      complete: [...(seen.get(address)?.keys() ?? [])].join(' '),
    })
    return {
      entities: addresses.length,
      ...counts,
      disagreements: disagreeing.length,
      contradictions: contradicting.length,
      weakApprovals: weak.length,
      falseEvents: events.flat().length,
      missing: Object.fromEntries([...missing].sort(([, a], [, b]) => b - a).slice(0, MAX_MISSING)),
      details: [...disagreeing, ...contradicting].map(detailOf),
      weak: [...new Set(weak.map(({ address, level }) => `${nameOf(world, address)} ${address} ${level}`))],
    }
  } finally {
    await app.close()
  }
}

/** Where each level of an address was told, by address and level. */
type Levels = Map<string, Map<string, Set<string>>>

function addLevel(all: Levels, address: string, { level, place }: { level: string; place: string }): void {
  const levels = all.get(address)
  levels?.set(level, (levels.get(level) ?? new Set()).add(place))
}

function isAccused(level: string): boolean {
  return level === 'high' || level === 'critical'
}

/** Returns whether incomplete levels contradict the complete ones; where there are none, one another. */
function contradicts(complete: readonly string[], incomplete: readonly string[]): boolean {
  const isClean = (level: string) => level === 'safe' || level === 'low'
  if (complete.length === 0) return incomplete.some(isClean) && incomplete.some(isAccused)
  return (
    (incomplete.some(isClean) && !complete.some(isClean)) || (incomplete.some(isAccused) && !complete.some(isAccused))
  )
}

async function makeAccounts(app: Awaited<ReturnType<typeof createApp>>): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < ACCOUNTS; index++) {
    const { id: accountId } = await app.store.accounts.create({ name: `bench ${index}`, plan: 'enterprise' })
    const scopes = ['scan:read', 'wallet:read', 'risk:read', 'webhooks:write'] as const
    const key = { accountId, name: 'bench', scopes: [...scopes], environment: 'test' as const }
    tokens.push((await app.store.keys.create(key)).token)
  }
  return tokens
}

/** Every address that the map of the sandbox names, EIP-55, each once. */
function addressesOf(world: SandboxWorld): string[] {
  return [...new Set(named(world).map(([, address]) => address))]
}

function nameOf(world: SandboxWorld, address: string): string {
  return named(world).find(([, of]) => of === address)?.[0] ?? ''
}

function named(value: unknown, path = ''): [name: string, address: string][] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [[path, getAddress(value)]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => named(one, path === '' ? key : `${path}.${key}`))
}

function createClient(url: string, world: SandboxWorld) {
  const http = createOperatorFetch()
  const send = async (token: string, path: string, body?: object) => {
    const {
      status,
      headers,
      body: answer,
    } = await http.fetch({
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      deadlineMs: 3 * DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return { status, retryAfter: Number(headers['retry-after'] ?? 1), json: JSON.parse(answer.toString('utf8')) }
  }
  const request = (token: string, { endpoint, address }: Ask) => {
    const query = `?chain=ethereum&deadlineMs=${DEADLINE_MS}`
    const options = { deadlineMs: DEADLINE_MS }
    switch (endpoint) {
      case 'contract':
        return send(token, '/v1/scan/contract', { address, chain: 'ethereum', options })
      case 'wallet':
        return send(token, `/v1/scan/wallet/${address}${query}`)
      case 'verify':
      case 'profile':
      case 'approvals':
        return send(token, `/v1/wallet/${endpoint}/${address}${query}`)
      case 'score':
      case 'report':
        return send(token, `/v1/risk/${endpoint}/${address}${query}`)
      case 'transaction':
        return send(token, '/v1/scan/transaction', {
          chain: 'ethereum',
          from: world.actors.trader,
          to: address,
          data: '0x4e71d92d',
          options,
        })
    }
  }
  return {
    send,
    close: () => http.close(),
    async ask(token: string, asked: Ask): Promise<Seen> {
      for (let attempt = 1; ; attempt++) {
        const answered = await request(token, asked).catch((error: unknown) => {
          if (error instanceof EgressError && error.failure === 'timeout') return null
          throw error
        })
        if (answered === null) return { status: 504, level: null, complete: false, unknown: [], rows: [] }
        const { status, retryAfter, json } = answered
        if ((status === 429 || status === 503) && attempt < MAX_ATTEMPTS) {
          await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.min(retryAfter, 5)))
          continue
        }
        return { status, ...levelIn(asked, json.data), rows: rowsIn(json.data) }
      }
    },
    events: async (token: string): Promise<object[]> =>
      (await send(token, '/v1/events?type=entity.risk_changed')).json.data.events,
  }
}

type Judged = Lists & {
  riskLevel?: string
  summary?: { riskLevel?: string }
  complete?: boolean
  unknown?: string[]
  warnings?: { evidence: { contract?: string; contractLevel?: string; contractScanComplete?: boolean } }[]
}

function levelIn({ endpoint, address }: Ask, data: Judged | undefined): Omit<Seen, 'status' | 'rows'> {
  if (!data) return { level: null, complete: false, unknown: [] }
  if (endpoint === 'profile' || endpoint === 'approvals')
    return { level: null, complete: data.complete !== false, unknown: [] }
  if (endpoint !== 'transaction')
    return {
      level: data.riskLevel ?? data.summary?.riskLevel ?? null,
      complete: data.complete !== false,
      unknown: data.unknown ?? [],
    }
  const said = data.warnings?.find(({ evidence }) => evidence.contract === address.toLowerCase())
  return {
    level: said?.evidence.contractLevel ?? null,
    complete: said?.evidence.contractScanComplete !== false,
    unknown: data.unknown ?? [],
  }
}

/** The same order in each run. */
function shuffled<Value>(values: Value[]): Value[] {
  let state = 42
  for (let at = values.length - 1; at > 0; at--) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const other = state % (at + 1)
    ;[values[at], values[other]] = [values[other] as Value, values[at] as Value]
  }
  return values
}
