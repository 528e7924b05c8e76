import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@redoubt/risk/address.ts'
import { CONTRADICTING_ENDPOINTS, SECOND_ENDPOINT } from '@redoubt/risk/engine/endpointAgreement.ts'
import { evasionScenarios } from '../src/sandbox/scenarios/evasions.ts'
import { riskyScenarios } from '../src/sandbox/scenarios/risky.ts'
import { demoScenarios, type Scenario } from '../src/sandbox/scenarios.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { BOTH_LIE, LIES } from './liar/lies.ts'
import { startLyingNode } from './liar/lyingNode.ts'
import type { TortureResult } from './main.ts'

/** Some of the lies and scenarios, while one is being mended. */
const WANTED = new RegExp(process.env.LIAR_LIES ?? '')
const SCENARIOS = new RegExp(process.env.LIAR_SCENARIOS ?? '')
const DEADLINE_MS = 15_000
const AT_ONCE = 4

/** How scans ended. `wrong`: PROCEED or SAFE where the honest endpoint alone gives another verdict. */
type Counts = {
  scans: number
  proceed: number
  contradicted: number
  unconfirmed: number
  refused: number
  wrong: number
  /** An honest PROCEED that became another verdict. */
  weaker: number
}
type Verdicts = Map<string, string>

/**
 * Real forks of one chain that lie consistently, first or second of two endpoints, and one of three: no PROCEED or SAFE that the
 * honest endpoint alone does not give. The control is a liar alone.
 */
export default async function liar(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-liar-'))
  const sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
  const honestUrl = sandbox.rpcUrls.ethereum
  const world = sandbox.world.ethereum
  const scenarios = [...demoScenarios(world), ...evasionScenarios(world), ...riskyScenarios(world)].filter(({ id }) =>
    SCENARIOS.test(id),
  )
  const contracts = [...new Set([...Object.values(world.traps), ...scenarios.map(({ body }) => body.to)])]
    .filter((one): one is Address => typeof one === 'string')
    .map((one): Address => one.toLowerCase() as Address)
  const people = [...new Set(scenarios.map(({ body }) => body.from.toLowerCase() as Address))]
  const about = { contracts, people, folder }
  const problems: string[] = []
  /** Answers of two endpoints that told of the contradiction, by lie. */
  const noticed: Record<string, number> = {}
  const counts: Record<string, Counts> = {}
  const countOf = (name: string): Counts => {
    counts[name] ??= { scans: 0, proceed: 0, contradicted: 0, unconfirmed: 0, refused: 0, wrong: 0, weaker: 0 }
    return counts[name]
  }
  try {
    const honest = await startLyingNode(honestUrl, null, { ...about, proofs: true })
    const mute = await startLyingNode(honestUrl, null, { ...about, proofs: false })
    const truth = await verdictsOf([honest.url], scenarios, null, countOf('honest alone'))
    await verdictsOf([honest.url, mute.url], scenarios, truth.verdicts, countOf('honest pair'))
    for (const [name, lie] of Object.entries(LIES).filter(([name]) => WANTED.test(name))) {
      const node = await startLyingNode(honestUrl, lie, { ...about, proofs: lie.ownBlocks === undefined })
      try {
        await verdictsOf([node.url], scenarios, truth.verdicts, countOf('control: liar alone'))
        const mixes: readonly (readonly [string, readonly string[]])[] = [
          ['liar first of two', [node.url, mute.url]],
          ['liar second of two', [mute.url, node.url]],
          ['liar beside proofs', [node.url, honest.url]],
          ['liar first of three', [node.url, mute.url, honest.url]],
        ]
        for (const [mix, urls] of mixes) {
          const before = countOf(mix).contradicted
          const { wrong } = await verdictsOf(urls, scenarios, truth.verdicts, countOf(mix))
          if (mix === 'liar first of two') noticed[name] = countOf(mix).contradicted - before
          problems.push(...wrong.map((one) => `${name}, ${mix}: ${one}`))
        }
      } finally {
        await node.close()
      }
    }
    if (WANTED.test('both lie')) {
      const liars = await Promise.all(
        BOTH_LIE.map((lie) => startLyingNode(honestUrl, lie, { ...about, proofs: false })),
      )
      const [first, second] = liars.map(({ url }) => url)
      for (const urls of [
        [first, second],
        [first, second, honest.url],
      ]) {
        const all = urls.filter((url) => url !== undefined)
        const { wrong } = await verdictsOf(all, scenarios, truth.verdicts, countOf('two lie about different contracts'))
        problems.push(...wrong.map((one) => `both lie: ${one}`))
      }
      await Promise.all(liars.map((one) => one.close()))
    }
    await Promise.all([honest.close(), mute.close()])
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  const bites = (counts['control: liar alone']?.wrong ?? 0) > 0
  if (!bites) problems.push('the control does not bite: a liar alone changes no verdict')
  return {
    lies: Object.keys(LIES).length,
    scenarios: scenarios.length,
    counts,
    noticed,
    failed: problems.length,
    ...(problems.length > 0 && { problems: problems.slice(0, 40) }),
  }
}

type Data = {
  recommendation: string
  warnings?: { id: string }[]
  riskFactors?: { id: string }[]
  unavailable: string[]
}

/** Scans everything by a service that knows nothing yet and has these endpoints alone. */
async function verdictsOf(
  urls: readonly string[],
  scenarios: readonly Scenario[],
  truth: Verdicts | null,
  counts: Counts,
): Promise<{ verdicts: Verdicts; wrong: string[] }> {
  const { app, url, tokens } = await quietApp('live', {
    ETHEREUM_RPC_URLS: urls.join(),
    SOURCIFY_URL: 'off',
    LOG_LEVEL: 'silent',
  })
  const client = createScanClient(url, tokens[0] ?? '')
  const verdicts: Verdicts = new Map()
  const wrong: string[] = []
  const contracts = [...new Set(scenarios.map(({ body }) => body.to).filter((to) => to !== null))]
  const options = { deadlineMs: DEADLINE_MS }
  const asked = [
    ...scenarios.map(({ id, body }) => ({ id, path: '/v1/scan/transaction', body: { ...body, options } })),
    ...contracts.map((address) => ({
      id: `contract ${address}`,
      path: '/v1/scan/contract',
      body: { address, chain: 'ethereum', options },
    })),
  ]
  const one = async ({ id, path, body }: (typeof asked)[number]) => {
    const { status, json } = await client.ask(path, body)
    counts.scans++
    if (status !== 200) {
      counts.refused++
      return
    }
    const { recommendation, warnings = [], unavailable } = json.data as Data
    const isFine = recommendation === 'PROCEED' || recommendation === 'SAFE'
    verdicts.set(id, recommendation)
    if (isFine) counts.proceed++
    if (
      JSON.stringify(json.data).includes(CONTRADICTING_ENDPOINTS) ||
      warnings.some(({ id: one }) => one === CONTRADICTING_ENDPOINTS)
    )
      counts.contradicted++
    if (unavailable.includes(SECOND_ENDPOINT)) counts.unconfirmed++
    const honest = truth?.get(id)
    if (honest === undefined) return
    if (isFine && honest !== recommendation) {
      counts.wrong++
      wrong.push(`${id} is ${recommendation} and not ${honest}`)
    }
    if (!isFine && (honest === 'PROCEED' || honest === 'SAFE')) counts.weaker++
  }
  try {
    const queue = [...asked]
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await one(next)
      }),
    )
    return { verdicts, wrong }
  } finally {
    await client.close()
    await app.close()
  }
}
