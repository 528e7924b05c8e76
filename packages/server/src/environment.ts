import { type TSchema, type TString, Type } from 'typebox'
import type { NetworkDefinition } from './chains/definition.ts'
import { NETWORKS } from './chains/index.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

export const ETHERSCAN_V2 = 'https://api.etherscan.io/v2/api'

const MAX_HEAD_AGES = Object.values(NETWORKS)
  .map(({ id, blocks }) => `${id}=${blocks.maxAgeSeconds}`)
  .join()

const CONFIRMATIONS = Object.values(NETWORKS)
  .map(({ id, watch }) => `${id}=${watch.confirmations}`)
  .join()

/** Every environment variable the service reads: the README's table is generated from these descriptions. */
export const ENVIRONMENT = Type.Object({
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'TCP port to listen on; 0 picks a free one.',
  }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to bind.' }),
  METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description:
      'TCP port that answers `/metrics` and nothing else; `PORT` then has none. 0: `/metrics` is answered on `PORT`.',
  }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to bind for `METRICS_PORT`.' }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Comma list of addresses and networks (`10.0.0.0/8`) of proxies in front of the service, whose `X-Forwarded-For` names the client. Unset: the other end of the connection is the client.',
  }),
  PUBLIC_URL: Type.String({
    default: '',
    pattern: '^(https?://[^/?#@,\\s]+/?)?$',
    description:
      'Where people reach the dashboard, such as `https://redoubt.example`, behind a proxy: session cookies, passkeys and links are for this origin. Unset: the address that each request names.',
  }),
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
  ...rpcVariables(),
  PRIVATE_RELAY_URLS: Type.String({
    default: '',
    description:
      'JSON-RPC endpoints that take the transactions of `/v1/rpc` in place of the public pool, such as a relay that protects against front-running: a comma list such as `ethereum=https://…`. Unset: the endpoints of the network take them.',
  }),
  RPC_TIMEOUT_MS: Type.Integer({
    default: 2500,
    minimum: 100,
    maximum: 30_000,
    description: 'Longest wait for one RPC answer, in milliseconds.',
  }),
  MAX_HEAD_AGE_SECONDS: Type.String({
    default: MAX_HEAD_AGES,
    pattern: '^(off|[a-z]+=(off|\\d{1,6})(\\s*,\\s*[a-z]+=(off|\\d{1,6}))*)$',
    description: `Age beyond which a newest block is that of endpoints that stand still: the network counts as \`behind\` and not as ready, as \`${MAX_HEAD_AGES}\`. A network that is left out keeps its own; \`polygon=off\`: it has none; \`off\`: no network has one, as for chains of tests.`,
  }),
  SOURCIFY_URL: Type.String({
    default: 'https://sourcify.dev/server',
    description: 'Sourcify server, asked whether a contract is verified; `off`: not asked.',
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
    description:
      'Calls a second that lists of accounts may make of it: what the plan of your key allows. Workers of one machine share them.',
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
  DNS_SERVERS: Type.String({
    default: '',
    description:
      'Comma list of DNS servers, `address` or `address:port`, asked for names that strangers choose. Unset: those of the machine.',
  }),
  DNS_CONTROL_NAMES: Type.String({
    default: 'example.com,iana.org,wikipedia.org,cloudflare.com',
    description:
      'Comma list of names that always resolve. DNS is believed that a name does not exist only while one of them does; asked at most once a minute.',
  }),
  WEBHOOK_RETRY_MS: Type.String({
    default: '',
    pattern: '^(\\d{1,9}(\\s*,\\s*\\d{1,9}){0,4})?$',
    description:
      'For tests: comma list of when attempts 2 to 5 of a webhook delivery are due, in milliseconds after the first. Unset: 1, 5, 30 and 120 minutes.',
  }),
  WATCH_CONFIRMATIONS: Type.String({
    default: CONFIRMATIONS,
    pattern: '^(off|[a-z]+=\\d{1,2}(\\s*,\\s*[a-z]+=\\d{1,2})*)$',
    description: `Blocks that must follow one before monitors and webhooks are told of it, as \`${CONFIRMATIONS}\`. A network that is left out is not watched; \`off\`: none is.`,
  }),
  RESCORE_HOURS: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 168,
    description: 'Hours after which an entity that a webhook watches is scored again.',
  }),
  URL_MODEL_FILE: Type.String({
    default: '',
    description:
      'Weights of the lexical model of hosts that `npm run train:urls` wrote from lists of your own. Unset: those that come with the program.',
  }),
  CLEAR_SIGNING_DIR: Type.String({
    default: '',
    description:
      'Folder of ERC-7730 descriptors, version 2, such as a copy of the public registry; they are read at start and come before those of the program. Unset: those that come with the program.',
  }),
  CHROMIUM_PATH: Type.String({
    default: '',
    description:
      'Chromium in which URL scans may run a page (`options.browse`), such as `/usr/bin/chromium`; see docs/browser-tier.md. Unset: no page is run.',
  }),
  SIMULATOR_CHILDREN: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 64,
    description: 'EVM child processes kept alive at once.',
  }),
  SCANS_AT_ONCE: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 256,
    description:
      'Scans made at once while the processor is busy, up to four times as many while it waits for endpoints; others wait for their turn by account. `0`: one for each processor. See docs/CAPACITY.md.',
  }),
  SCAN_RETENTION_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3650,
    description: 'Days a scan and its result are kept.',
  }),
  CACHE_DIR: Type.String({
    default: '.cache',
    minLength: 1,
    description:
      'Folder for temporary files of the sandbox and of lists: made when missing, and never needed again once lost. Below the folder of the start unless it begins with `/`.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    default: '',
    description:
      'Collector of OpenTelemetry that gets a trace of each scan (OTLP over HTTP, JSON), such as `http://127.0.0.1:4318`. Unset: no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.String({
    default: '',
    description: 'The same as a whole URL, which nothing is appended to.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    pattern: '^([!-~ ]+=[!-~ ]*)?$',
    description: 'Headers for the collector, a comma list such as `authorization=Bearer%20KEY`.',
  }),
  OTEL_SERVICE_NAME: Type.String({ default: 'redoubt', minLength: 1, description: '`service.name` of traces.' }),
  OTEL_RESOURCE_ATTRIBUTES: Type.String({
    default: '',
    pattern: '^([!-~ ]+=[!-~ ]*)?$',
    description: 'Attributes of the resource in traces, a comma list such as `deployment.environment=live`.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    default: '1',
    pattern: '^(0(\\.\\d+)?|1(\\.0+)?)$',
    description: 'Share of scans that are traced, 0 to 1. A request with `traceparent` goes by its own flag.',
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
export type Variable = TSchema & { default: unknown; description: string; minimum?: number; maximum?: number }

/** One variable for each network. */
function rpcVariables(): Record<NetworkDefinition['rpc']['variable'], TString> {
  const variables = Object.values(NETWORKS).map((network) => [network.rpc.variable, rpcUrls(network)])
  return Object.fromEntries(variables)
}

function rpcUrls({ name, status, rpc }: NetworkDefinition): TString {
  const unset = rpc.publicUrls.length > 0 ? 'public endpoints, said at start' : 'the network is not offered'
  return Type.String({
    default: '',
    pattern: '^(https?://[^,\\s]+(\\s*,\\s*https?://[^,\\s]+)*)?$',
    description: `Comma list of ${name}${status === 'experimental' ? ' (experimental)' : ''} JSON-RPC endpoints, first preferred. Unset: ${unset}.`,
  })
}
