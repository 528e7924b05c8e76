import { resolve } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { CHAINS, type Chain } from './risk/chain.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

const ETHERSCAN_V2 = 'https://api.etherscan.io/v2/api'

/** Every environment variable the service reads: the README's table is generated from these descriptions. */
const ENVIRONMENT = Type.Object({
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'TCP port to listen on; 0 picks a free one.',
  }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to bind.' }),
  DATABASE_URL: Type.String({
    default: 'sqlite:./data/redoubt.db',
    pattern: '^(sqlite:.+|postgres(ql)?://.+)$',
    description: 'Where accounts, keys and scans are kept: `sqlite:FILE` or `postgres://…`.',
  }),
  REDOUBT_SECRET: Type.String({
    default: '',
    pattern: '^([0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*)?$',
    description: 'Server secret, 64 hex digits. Required with PostgreSQL; with SQLite it is generated beside the file.',
  }),
  ETHEREUM_RPC_URLS: rpcUrls('Ethereum'),
  BSC_RPC_URLS: rpcUrls('BNB Smart Chain'),
  POLYGON_RPC_URLS: rpcUrls('Polygon'),
  RPC_TIMEOUT_MS: Type.Integer({
    default: 2500,
    minimum: 100,
    maximum: 30_000,
    description: 'Longest wait for one RPC answer, in milliseconds.',
  }),
  SOURCIFY_URL: Type.String({
    default: 'https://sourcify.dev/server',
    description: 'Sourcify server, asked whether a contract is verified; `off` asks nobody.',
  }),
  ETHERSCAN_API_KEY: Type.String({
    default: '',
    pattern: '^[!-~]*$',
    description: 'Key of Etherscan; without it Etherscan is asked only where `ETHERSCAN_URL` names another service.',
  }),
  ETHERSCAN_URL: Type.String({
    default: ETHERSCAN_V2,
    description:
      'Etherscan-compatible API: one address for all networks, or a comma list such as `bsc=https://…/api,polygon=https://…/api`.',
  }),
  ETHERSCAN_CALLS_PER_SECOND: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    description: 'Calls a second that lists of accounts may make of it: what the plan of your key allows.',
  }),
  BLOCKSCOUT_URLS: Type.String({
    default: '',
    description:
      'Blockscout instances, a comma list such as `ethereum=https://…,polygon=https://…`. Unset: none is asked.',
  }),
  LLM_BASE_URL: Type.String({
    default: '',
    description:
      'OpenAI-compatible API that puts explanations into other words, such as `http://127.0.0.1:11434/v1`. What it is told leaves this machine: facts of each scan. Unset: templates only.',
  }),
  LLM_MODEL: Type.String({
    default: '',
    pattern: '^[!-~]*$',
    description: 'Model to ask there. Required with `LLM_BASE_URL`.',
  }),
  LLM_API_KEY: Type.String({ default: '', pattern: '^[!-~]*$', description: 'Key of that API, if it wants one.' }),
  LLM_TIMEOUT_MS: Type.Integer({
    default: 2_000,
    minimum: 100,
    maximum: 30_000,
    description: 'Longest wait for its words, in milliseconds; the deadline of the scan holds besides.',
  }),
  EGRESS_ALLOW: Type.String({
    default: '',
    description:
      'Comma list of `host:port` that webhooks, URL scans and redirects of feeds may reach although they are private, exactly as written there.',
  }),
  SIMULATOR_CHILDREN: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 64,
    description: 'EVM child processes kept alive at once.',
  }),
  SCAN_RETENTION_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3650,
    description: 'Days a scan and its result are kept.',
  }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: `^(${LOG_LEVELS.join('|')})$`,
    description: `One of ${LOG_LEVELS.join(', ')}.`,
  }),
})

/** The same variables, with the options TypeBox keeps at run time but not in its types. */
export const VARIABLES = ENVIRONMENT.properties as unknown as Record<string, Variable>

/** What each variable's schema says of itself. */
type Variable = TSchema & { default: unknown; description: string; minimum?: number; maximum?: number }

function rpcUrls(network: string) {
  return Type.String({
    default: '',
    pattern: '^(https?://[^,\\s]+(\\s*,\\s*https?://[^,\\s]+)*)?$',
    description: `Comma list of ${network} JSON-RPC endpoints, first preferred. Unset: public endpoints, said at start.`,
  })
}

/** Typed configuration of one process. */
export type Config = {
  port: number
  host: string
  databaseUrl: string
  /** Hex; several are comma separated, the first is current. Null: generated beside the SQLite file. */
  secret: string | null
  /** Empty for a network whose public endpoints are to be used. */
  rpcUrls: Record<Chain, string[]>
  rpcTimeoutMs: number
  /** Services that know contracts; null: not asked. */
  explorers: {
    sourcifyUrl: string | null
    etherscan: { urls: Record<Chain, string | null>; apiKey: string | null; perSecond: number }
    blockscoutUrls: Record<Chain, string | null>
  }
  /** Puts explanations into other words; null: templates only. */
  languageModel: { baseUrl: string; model: string; apiKey: string | null; timeoutMs: number } | null
  /** Hosts, `host:port` in lower case, that strangers may steer us to although they are private. */
  egressAllow: string[]
  simulatorChildren: number
  scanRetentionDays: number
  logLevel: string
  /** Folder for caches; never needed again once lost. */
  cacheDir: string
}

/**
 * Reads the configuration from the environment. Empty variables count as unset.
 * @throws Error naming the variable, what it holds and what it should hold.
 * @example readConfig({ PORT: '3000' }).port // 3000
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(VARIABLES)) {
    const raw = env[name]?.trim()
    if (raw === undefined || raw === '') given[name] = schema.default
    else given[name] = schema.minimum === undefined ? raw : readInteger(raw)
    if (!Value.Check(schema, given[name]) || wrongEntry(name, raw)) {
      throw new Error(`${complaint(name, raw ?? '')} is not valid. Expected: ${schema.description}${range(schema)}`)
    }
  }
  const values = given as Static<typeof ENVIRONMENT>
  const lists: Record<Chain, string[]> = {
    ethereum: splitList(values.ETHEREUM_RPC_URLS),
    bsc: splitList(values.BSC_RPC_URLS),
    polygon: splitList(values.POLYGON_RPC_URLS),
  }
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    secret: values.REDOUBT_SECRET || null,
    rpcUrls: lists,
    rpcTimeoutMs: values.RPC_TIMEOUT_MS,
    explorers: {
      sourcifyUrl: values.SOURCIFY_URL === 'off' ? null : values.SOURCIFY_URL,
      etherscan: {
        urls: urlsByChain(isKeyless(values) ? '' : values.ETHERSCAN_URL),
        apiKey: values.ETHERSCAN_API_KEY || null,
        perSecond: values.ETHERSCAN_CALLS_PER_SECOND,
      },
      blockscoutUrls: urlsByChain(values.BLOCKSCOUT_URLS),
    },
    languageModel: languageModel(values),
    egressAllow: splitList(values.EGRESS_ALLOW.toLowerCase()),
    simulatorChildren: values.SIMULATOR_CHILDREN,
    scanRetentionDays: values.SCAN_RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    cacheDir: resolve('.cache'),
  }
}

function languageModel(values: Static<typeof ENVIRONMENT>): Config['languageModel'] {
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY, LLM_TIMEOUT_MS } = values
  if (LLM_BASE_URL === '') return null
  if (LLM_MODEL === '')
    throw new Error('LLM_MODEL is not set. Expected with LLM_BASE_URL: the name of the model to ask.')
  const baseUrl = LLM_BASE_URL.replace(/\/+$/, '')
  return { baseUrl, model: LLM_MODEL, apiKey: LLM_API_KEY || null, timeoutMs: LLM_TIMEOUT_MS }
}

/** Decimal digits only: Number() would also read 0x10 and 1e3. */
function readInteger(raw: string): number {
  return /^\d+$/.test(raw) ? Number(raw) : Number.NaN
}

/** Etherscan itself answers nobody without a key. */
function isKeyless({
  ETHERSCAN_URL,
  ETHERSCAN_API_KEY,
}: {
  ETHERSCAN_URL: string
  ETHERSCAN_API_KEY: string
}): boolean {
  return ETHERSCAN_URL === ETHERSCAN_V2 && ETHERSCAN_API_KEY === ''
}

/** `bsc=https://…`, one entry a network; an address alone is for all of them. */
function urlsByChain(text: string): Record<Chain, string | null> {
  const entries = splitList(text)
  const of = (chain: Chain) => {
    const own = entries.find((entry) => entry.startsWith(`${chain}=`))
    return own?.slice(chain.length + 1) ?? entries.find((entry) => isHttpUrl(entry)) ?? null
  }
  return { ethereum: of('ethereum'), bsc: of('bsc'), polygon: of('polygon') }
}

/** What the entries of a variable have to be. */
const ENTRIES: Record<string, (text: string) => boolean> = {
  ETHEREUM_RPC_URLS: isHttpUrl,
  BSC_RPC_URLS: isHttpUrl,
  POLYGON_RPC_URLS: isHttpUrl,
  SOURCIFY_URL: (text) => text === 'off' || isHttpUrl(text),
  ETHERSCAN_URL: (text) => isHttpUrl(text) || isChainUrl(text),
  BLOCKSCOUT_URLS: isChainUrl,
  LLM_BASE_URL: isHttpUrl,
  EGRESS_ALLOW: isHostPort,
}

/** The first entry of a list that is not what the list is of. */
function wrongEntry(name: string, raw: string | undefined): { position: number; text: string } | undefined {
  const isRight = ENTRIES[name]
  if (isRight === undefined || !raw) return undefined
  const entries = raw.split(',').map((text, index) => ({ position: index + 1, text: text.trim() }))
  return entries.find(({ text }) => !isRight(text))
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}

function isChainUrl(text: string): boolean {
  const chain = CHAINS.find((one) => text.startsWith(`${one}=`))
  return chain !== undefined && isHttpUrl(text.slice(chain.length + 1))
}

/** Only what URL would write the same way: of 127.1 or [::0] nobody would see that it is never matched. */
function isHostPort(text: string): boolean {
  const host = text.slice(0, text.lastIndexOf(':')).toLowerCase()
  const port = text.slice(text.lastIndexOf(':') + 1)
  if (!/^(\[[0-9a-f:]+\]|[a-z0-9._-]+)$/.test(host)) return false
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535 && URL.parse(`http://${host}/`)?.hostname === host
}

/** Names what is wrong without telling a secret: start-up errors end in logs and tickets. */
function complaint(name: string, raw: string): string {
  const wrong = wrongEntry(name, raw)
  if (wrong && name === 'EGRESS_ALLOW') return `${name}=…: entry ${wrong.position}, "${wrong.text}",`
  if (wrong) return `${name}=…: entry ${wrong.position}, "${maskUrl(wrong.text)}",`
  if (name === 'REDOUBT_SECRET' || name.endsWith('_API_KEY')) return `${name}="…"`
  return `${name}="${name === 'DATABASE_URL' || name.endsWith('_RPC_URLS') ? maskUrl(raw) : raw}"`
}

/**
 * A URL as it may be shown: credentials, path and query, which may hold keys, are `…`. Of what cannot be read as a URL
 * only the scheme is shown. Files of SQLite are shown.
 * @example maskUrl('postgres://me:pw@db:5432/x') // 'postgres://…@db:5432/…'
 */
export function maskUrl(text: string): string {
  if (text.startsWith('sqlite:')) return text
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0]
  if (scheme === undefined) return text === '' ? '' : '…'
  const url = URL.canParse(text) ? new URL(text) : null
  const rest = url ? url.pathname.replace(/^\/$/, '') + url.search + url.hash : ''
  // An @ after the host: a password with a slash in it was read as host and path.
  if (url === null || url.host === '' || rest.includes('@')) return `${scheme}…`
  return `${scheme}${url.username || url.password ? '…@' : ''}${url.host}${rest === '' ? '' : '/…'}`
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function range({ minimum, maximum }: Variable): string {
  return minimum === undefined ? '' : ` (${minimum} to ${maximum})`
}
