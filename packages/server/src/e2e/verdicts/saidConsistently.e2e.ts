import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { allSites } from '../../sandbox/sites/allSites.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { permitOf } from '../../testing/sandboxMessages.ts'
import { sharedService } from '../../testing/sharedService.ts'

type Said = { id?: string; impact: number; title: string; description: string }
type Answer = {
  riskScore?: number
  summary?: { riskScore: number; verdict: string }
  warnings?: Said[]
  riskFactors?: Said[]
  factors?: Said[]
  riskBreakdown?: Record<string, { factors: Said[]; notApplicable: string | null }>
  recommendations?: string[]
  explanation?: { summary: string; details: string[]; warnings: string[] } | null
  decoded?: unknown
  simulation?: unknown
  intents?: unknown
}

const world = sandboxWorld('ethereum')
const DEADLINE = 25_000
const options = { deadlineMs: DEADLINE }

function findingsOf({ warnings, riskFactors, factors, riskBreakdown }: Answer): Said[] {
  return warnings ?? riskFactors ?? factors ?? Object.values(riskBreakdown ?? {}).flatMap((one) => one.factors)
}

/** All prose of an answer, outside of its machine-readable evidence. */
function proseOf(answer: Answer): string[] {
  const { explanation, summary, recommendations = [], riskBreakdown = {} } = answer
  return [
    ...findingsOf(answer).flatMap(({ title, description }) => [title, description]),
    ...(explanation ? [explanation.summary, ...explanation.details, ...explanation.warnings] : []),
    ...(summary ? [summary.verdict] : []),
    ...recommendations,
    ...Object.values(riskBreakdown).map(({ notApplicable }) => notApplicable ?? ''),
  ]
}

/** Names that a site or contract chose, calls with their parentheses, addresses, hashes and URLs are no words of ours. */
const FOREIGN = /https?:\/\/\S+|0x[\da-fA-F…]+|\w+\([^)]*\)|“[^”]*”|‘[^’]*’|"[^"]*"/g
/** Words in a finding that are spelled so outside of this project too. */
const COMMON = /\b(?:OpenSea|DeFi|iOS|GitHub|MetaMask|WalletConnect|OpenZeppelin|CoW|ENS|USDC|USDT|dApp|dApps)\b/g
const LEAKS: readonly RegExp[] = [
  /\b[a-z]+[a-z\d]*[A-Z]\w*\b/,
  /\[object|\bundefined\b|\bNaN\b|\bnull\b/,
  /\b(?:POST|GET|PATCH) \/|\/v1\//,
]

/** All texts within a value: names of called functions, symbols of tokens. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function leaksOf(answer: Answer, ids: ReadonlySet<string>): string[] {
  const named = new Set(
    textsIn([answer.decoded, answer.simulation, answer.intents]).map((text) => text.split('(')[0] ?? ''),
  )
  return proseOf(answer).flatMap((text) => {
    const own = text
      .replace(FOREIGN, '')
      .replace(COMMON, '')
      .replace(/[\w$]+/g, (word) => (named.has(word) ? '' : word))
    const kebab = own.match(/\b[a-z]+(?:-[a-z]+)+\b/g)?.filter((word) => ids.has(word)) ?? []
    const found = [...LEAKS.flatMap((pattern) => own.match(pattern)?.[0] ?? []), ...kebab]
    return found.length > 0 ? [`${found.join(', ')} in: ${text}`] : []
  })
}

// Every endpoint that answers findings, over the people, contracts, sites, calls and messages of the sandbox.
describe('what answers say', () => {
  let service: Awaited<ReturnType<typeof sharedService>>
  before(async () => {
    service = await sharedService()
  })

  const { actors, tokens, traps, honest, dex } = world
  const addresses = Object.values({
    ...actors,
    ...tokens,
    ...traps,
    ...honest,
    router: dex.v2Router,
    safe: world.safe.account,
  })
  const sites = allSites(world)
  const post = (path: string, body: object) => [path, { ...body, options }] as const
  const get = (path: string) => [`${path}?deadlineMs=${DEADLINE}`, undefined] as const
  const entities = [...addresses, ...sites.map(({ url }) => encodeURIComponent(url))]
  const groups: Record<string, (readonly [path: string, body: object | undefined])[]> = {
    'contract scans': addresses.map((address) => post('/v1/scan/contract', { address, chain: 'ethereum' })),
    'wallet scans': addresses.map((address) => get(`/v1/scan/wallet/${address}`)),
    scores: entities.map((entity) => get(`/v1/risk/score/${entity}`)),
    reports: entities.map((entity) => get(`/v1/risk/report/${entity}`)),
    'URL scans': sites.map(({ url }) => post('/v1/scan/url', { url })),
    'transaction scans': allScenarios(world).flatMap(({ body }) => [
      post('/v1/scan/transaction', body),
      ['/v1/scan/transaction', { ...body, options: { simulate: false, deadlineMs: DEADLINE } }] as const,
    ]),
    'message scans': [actors.friend, actors.scammer, traps.drainer].map((spender) =>
      post('/v1/scan/message', {
        address: actors.trader,
        chain: 'ethereum',
        typedData: permitOf(world, spender, 10n ** 9n),
      }),
    ),
  }
  for (const [name, questions] of Object.entries(groups))
    test(`${name}: impacts sum to the score, and prose has no internal names`, async () => {
      const wrong: string[] = []
      for (const [path, body] of questions) {
        const { status, json } = await service.ask(path, body)
        assert.equal(status, 200, `${path} ${JSON.stringify(json)}`)
        const answer = (json as { data: Answer }).data
        const findings = findingsOf(answer)
        const sum = findings.reduce((all, { impact }) => all + impact, 0)
        const score = answer.riskScore ?? answer.summary?.riskScore
        if (sum !== score)
          wrong.push(`${path}: ${sum}, not ${score}: ${findings.map(({ id, impact }) => `${id} ${impact}`)}`)
        wrong.push(...leaksOf(answer, new Set(findings.map(({ id = '' }) => id))))
      }
      assert.deepEqual([...new Set(wrong)], [])
    })
})
