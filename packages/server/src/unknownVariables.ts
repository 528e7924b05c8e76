import { NETWORKS } from './chains/index.ts'
import { VARIABLES } from './environment.ts'
import { editDistance } from './lib/editDistance.ts'

const PREFIX = 'REDOUBT_'
/** Read by the clients, the MCP server and the tests of this repository. */
const OF_OTHERS = /^REDOUBT_(?:(?:API_KEY|MCP_TOKEN)(?:_FILE)?|URL|WEBHOOK_SECRET|DATA|PRINT_WEIGHTS|TEST_\w+)$/
/** Variables that Docker links and Kubernetes set for a service of the name `redoubt`. */
const INJECTED = /^REDOUBT_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_\w+)?|NAME|ENV_\w+)$/
const INJECTED_PORT = /^(?:tcp|udp):\/\//
const RPC = /_RPC_URLS?$/

/** Shorter names are too much like those of other programs. */
const MIN_LENGTH = 6
/** Characters of a name for each that may be wrong, and how many may be. */
const PER_MISTAKE = 5
const MAX_MISTAKES = 2

/**
 * Complaints about variables that look like settings and are read by nothing: a misspelt one would leave its default in place without a word.
 * @example unknownVariables({ ETHERUM_RPC_URLS: 'https://…' }) // ['ETHERUM_RPC_URLS is set, and nothing reads it; did you mean ETHEREUM_RPC_URLS?']
 */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => (env[name] ?? '').trim() !== ''
  return Object.keys(env)
    .filter((name) => isSet(name) && !(name in VARIABLES) && !isOfOthers(name, env[name] ?? ''))
    .sort()
    .flatMap((name) => {
      const near = nearest(name)
      const isOurs = name.startsWith(PREFIX)
      // Beside the right one it is of another program.
      if (near !== null && (isOurs || !isSet(near)))
        return [`${name} is set, and nothing reads it; did you mean ${near}?`]
      if (isOurs) return [`${name} is set, and nothing reads it; docs/settings.md has all settings.`]
      if (near === null && RPC.test(name))
        return [`${name} is set, and nothing reads it; networks are set by ${rpcVariables().join(', ')}.`]
      return []
    })
}

function isOfOthers(name: string, value: string): boolean {
  return OF_OTHERS.test(name) || INJECTED.test(name) || (name === 'REDOUBT_PORT' && INJECTED_PORT.test(value))
}

function nearest(name: string): string | null {
  const given = folded(name)
  const bare = name.startsWith(PREFIX) ? folded(name.slice(PREFIX.length)) : null
  const [best] = Object.keys(VARIABLES)
    .map((known) => ({ known, distance: Math.min(...[given, bare].map((one) => distanceOf(one, folded(known)))) }))
    .filter(({ distance }) => distance <= MAX_MISTAKES)
    .sort((a, b) => a.distance - b.distance)
  return best?.known ?? null
}

/** Infinite where the names are too short to be told apart by so many mistakes. */
function distanceOf(given: string | null, known: string): number {
  if (given === null) return Number.POSITIVE_INFINITY
  if (given === known) return 0
  if (Math.min(given.length, known.length) < MIN_LENGTH) return Number.POSITIVE_INFINITY
  const distance = editDistance(given, known)
  return distance <= known.length / PER_MISTAKE ? distance : Number.POSITIVE_INFINITY
}

/** Without case, punctuation and plural: `trusted-proxy` and `TRUSTED_PROXIES` are spellings of one name. */
function folded(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}

function rpcVariables(): string[] {
  return Object.values(NETWORKS).map(({ rpc }) => rpc.variable)
}
