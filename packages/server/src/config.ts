import { resolve } from 'node:path'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Static } from 'typebox'
import { Check } from 'typebox/schema'
import { byChain, NETWORKS } from './chains/index.ts'
import { type ENVIRONMENT, ETHERSCAN_V2, VARIABLES, type Variable } from './environment.ts'
import { maskUrl } from './maskUrl.ts'

/** Typed configuration of one process. */
export type Config = {
  port: number
  host: string
  /** Of `/metrics` alone; null: it is answered on `port`. */
  metricsAt: { port: number; host: string } | null
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  /** Where people reach the service, as browsers name its origin; null: as each request says. */
  publicOrigin: string | null
  databaseUrl: string
  /** Hex; several are comma separated, the first is current. Null: generated beside the SQLite file. */
  secret: string | null
  /** Empty for a network whose public endpoints are to be used. */
  rpcUrls: Record<Chain, string[]>
  rpcTimeoutMs: number
  /** Age of a newest block beyond which a network is behind, in seconds; null: it never is. */
  maxHeadAgeSeconds: Record<Chain, number | null>
  /** Where transactions of the guarded endpoint go in place of the public pool; null: to the endpoints. */
  privateRelayUrls: Record<Chain, string | null>
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
  /** DNS servers, `address` or `address:port`; null: those of the machine. */
  dnsServers: string[] | null
  /** Names that resolve while DNS works. */
  dnsControlNames: string[]
  /** When webhook deliveries are tried again, in milliseconds after the first attempt; null: as documented. */
  webhookRetryMs: number[] | null
  /** Blocks that must follow one that monitors are told of; null: the network is not watched. */
  watchConfirmations: Record<Chain, number | null>
  /** Between two scores of a watched entity, in milliseconds. */
  rescoreMs: number
  /** Weights of the lexical model; null: ours. */
  urlModelFile: string | null
  /** ERC-7730 descriptors of the operator; null: none but ours. */
  clearSigningDir: string | null
  /** The browser that runs pages; null: none. */
  chromiumPath: string | null
  /** Where traces of scans go; null: there are none. */
  traces: {
    url: string
    headers: Record<string, string>
    resource: Record<string, string>
    /** Share of scans that are traced. */
    ratio: number
  } | null
  simulatorChildren: number
  /** Scans at work while the processor is busy; 0: by the number of processors. */
  scansAtOnce: number
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
    if (!Check(schema, given[name]) || wrongEntry(name, raw)) {
      throw new Error(`${complaint(name, raw ?? '')} is not valid. Expected: ${schema.description}${range(schema)}`)
    }
  }
  const values = given as Static<typeof ENVIRONMENT>
  if (values.METRICS_PORT !== 0 && values.METRICS_PORT === values.PORT && values.METRICS_HOST === values.HOST)
    throw new Error(`PORT and METRICS_PORT are both ${values.PORT}. Choose another METRICS_PORT, or 0.`)
  return {
    port: values.PORT,
    host: values.HOST,
    metricsAt: values.METRICS_PORT === 0 ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    trustedProxies: splitList(values.TRUSTED_PROXIES),
    publicOrigin: values.PUBLIC_URL === '' ? null : new URL(values.PUBLIC_URL).origin,
    databaseUrl: values.DATABASE_URL,
    secret: values.REDOUBT_SECRET || null,
    rpcUrls: byChain((chain) => splitList(values[NETWORKS[chain].rpc.variable])),
    rpcTimeoutMs: values.RPC_TIMEOUT_MS,
    maxHeadAgeSeconds: headAges(values.MAX_HEAD_AGE_SECONDS),
    privateRelayUrls: urlsByChain(values.PRIVATE_RELAY_URLS),
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
    dnsServers: values.DNS_SERVERS === '' ? null : splitList(values.DNS_SERVERS),
    dnsControlNames: splitList(values.DNS_CONTROL_NAMES.toLowerCase()),
    webhookRetryMs: values.WEBHOOK_RETRY_MS === '' ? null : splitList(values.WEBHOOK_RETRY_MS).map(Number),
    watchConfirmations: numbersByChain(values.WATCH_CONFIRMATIONS),
    rescoreMs: values.RESCORE_HOURS * 3_600_000,
    chromiumPath: values.CHROMIUM_PATH || null,
    urlModelFile: values.URL_MODEL_FILE ? resolve(values.URL_MODEL_FILE) : null,
    traces: traces(values),
    clearSigningDir: values.CLEAR_SIGNING_DIR ? resolve(values.CLEAR_SIGNING_DIR) : null,
    simulatorChildren: values.SIMULATOR_CHILDREN,
    scansAtOnce: values.SCANS_AT_ONCE,
    scanRetentionDays: values.SCAN_RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    cacheDir: resolve(values.CACHE_DIR),
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

/** By the specification of OpenTelemetry: the general endpoint is a base, that of traces a whole URL. */
function traces(values: Static<typeof ENVIRONMENT>): Config['traces'] {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base}/v1/traces`)
  if (url === '') return null
  return {
    url,
    headers: pairs(values.OTEL_EXPORTER_OTLP_HEADERS),
    resource: { ...pairs(values.OTEL_RESOURCE_ATTRIBUTES), 'service.name': values.OTEL_SERVICE_NAME },
    ratio: Number(values.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** `name=value`, percent-encoded, as in W3C Baggage. */
function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    splitList(text).map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]
    }),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decimal digits only: Number() would also read 0x10 and 1e3. */
function readInteger(raw: string): number {
  return /^\d+$/.test(raw) ? Number(raw) : Number.NaN
}

/** Etherscan itself answers no request without a key. */
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
  return byChain((chain) => {
    const own = entries.find((entry) => entry.startsWith(`${chain}=`))
    return own?.slice(chain.length + 1) ?? entries.find((entry) => isHttpUrl(entry)) ?? null
  })
}

/** `bsc=2`, one entry a network. */
function numbersByChain(text: string): Record<Chain, number | null> {
  return byChain((chain) => {
    const entry = splitList(text).find((one) => one.startsWith(`${chain}=`))
    return entry === undefined ? null : Number(entry.slice(chain.length + 1))
  })
}

/** Networks that are left out keep the limit of their definition. */
function headAges(text: string): Record<Chain, number | null> {
  return byChain((chain) => {
    if (text === 'off') return null
    const entry = splitList(text).find((one) => one.startsWith(`${chain}=`))
    if (entry === undefined) return NETWORKS[chain].blocks.maxAgeSeconds
    const age = entry.slice(chain.length + 1)
    return age === 'off' ? null : Number(age)
  })
}

/** What the entries of a variable have to be. */
const ENTRIES: Record<string, (text: string) => boolean> = {
  ...Object.fromEntries(Object.values(NETWORKS).map(({ rpc }) => [rpc.variable, isHttpUrl])),
  SOURCIFY_URL: (text) => text === 'off' || isHttpUrl(text),
  ETHERSCAN_URL: (text) => isHttpUrl(text) || isChainUrl(text),
  BLOCKSCOUT_URLS: isChainUrl,
  PRIVATE_RELAY_URLS: isChainUrl,
  LLM_BASE_URL: isHttpUrl,
  PUBLIC_URL: isHttpUrl,
  OTEL_EXPORTER_OTLP_ENDPOINT: isHttpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: isHttpUrl,
  EGRESS_ALLOW: isHostPort,
  TRUSTED_PROXIES: isNetwork,
  DNS_SERVERS: isDnsServer,
  DNS_CONTROL_NAMES: (text) => /^(?=.{4,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i.test(text),
  MAX_HEAD_AGE_SECONDS: isOfChain,
  WATCH_CONFIRMATIONS: isOfChain,
}

function isOfChain(text: string): boolean {
  return text === 'off' || CHAINS.some((chain) => text.startsWith(`${chain}=`))
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

/** Accepts only what URL would write the same way: 127.1 or [::0] would silently never match. */
function isHostPort(text: string): boolean {
  const host = text.slice(0, text.lastIndexOf(':')).toLowerCase()
  const port = text.slice(text.lastIndexOf(':') + 1)
  if (!/^(\[[0-9a-f:]+\]|[a-z0-9._-]+)$/.test(host)) return false
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535 && URL.parse(`http://${host}/`)?.hostname === host
}

/** `10.0.0.7`, `10.0.0.0/8` or `fd00::/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const isV4 = URL.parse(`http://${address}/`)?.hostname === address && /^[\d.]+$/.test(address)
  if (more.length > 0 || !(isV4 || (/^[0-9a-f:]+$/i.test(address) && URL.canParse(`http://[${address}]/`))))
    return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128))
}

/** `127.0.0.1`, `127.0.0.1:53`, `::1` or `[::1]:53`: addresses, because a name would need another server to resolve it. */
function isDnsServer(text: string): boolean {
  const isBareV6 = /^[0-9a-f:]+:[0-9a-f:]*$/i.test(text) && !text.includes('.')
  const host = isBareV6 ? `[${text}]` : text.replace(/:\d{1,5}$/, '')
  const port = isBareV6 ? '' : text.slice(host.length + 1)
  const isAddress = /^(\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) && URL.canParse(`http://${host}/`)
  return isAddress && (port === '' || (Number(port) > 0 && Number(port) <= 65_535))
}

/** Lists whose entries hold no password. */
const WITHOUT_SECRETS = [
  'EGRESS_ALLOW',
  'MAX_HEAD_AGE_SECONDS',
  'WATCH_CONFIRMATIONS',
  'DNS_SERVERS',
  'DNS_CONTROL_NAMES',
  'TRUSTED_PROXIES',
]

/** Names what is wrong without telling a secret: start-up errors end in logs and tickets. */
function complaint(name: string, raw: string): string {
  const wrong = wrongEntry(name, raw)
  if (wrong && WITHOUT_SECRETS.includes(name)) return `${name}=…: entry ${wrong.position}, "${wrong.text}",`
  if (wrong) return `${name}=…: entry ${wrong.position}, "${maskUrl(wrong.text)}",`
  if (name === 'REDOUBT_SECRET' || name.endsWith('_API_KEY') || name.endsWith('_HEADERS')) return `${name}="…"`
  return `${name}="${name === 'DATABASE_URL' || name.endsWith('_RPC_URLS') ? maskUrl(raw) : raw}"`
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
