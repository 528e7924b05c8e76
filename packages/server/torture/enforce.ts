import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256, numberToHex, stringToHex } from 'viem/utils'
import { deployRedpill } from '../bench/redpill/deployRedpill.ts'
import { OUTCOME_ASSERTION } from '../src/evm/protect/assertion.ts'
import { ASSERTION_RUNTIME_CODE } from '../src/evm/protect/assertionCode.generated.ts'
import { approve, swapNativeForTokens, swapTokensForNative } from '../src/sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { units } from '../src/sandbox/profiles.ts'
import { allScenarios } from '../src/sandbox/scenarios.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { startQuietService } from '../src/testing/quietService.ts'
import { sandboxSender } from '../src/testing/sandboxSender.ts'
import type { TransactionScanResult } from '../src/usecases/scans/transaction/renderTransaction.ts'
import { harmOf, type KnownToken } from './enforce/harm.ts'
import { MINED_ENVIRONMENTS, type MinedEnvironment } from './enforce/minedEnvironments.ts'
import { type Holdings, holdingsOf, type SentCall, sendBatch } from './enforce/sendBatch.ts'
import type { TortureResult } from './main.ts'

const GWEI = 10n ** 9n
const MAX_FEE = 135n * GWEI
const USUAL_PRICE = 105n * GWEI
/** Of the block that is scanned: four of it and a tip are the highest price that an allowance counts with. */
const BASE_FEE = 34n * GWEI
/** Milliseconds for which the newest block is not read again. */
const HEAD_MS = 1_100
const OTHERS_BLOCKS = 20
/** Attacks that are mined where the contract does not stand yet, and the environments of that part. */
const BARE = 8
const BARE_ENVIRONMENTS = 2
/** Seconds of each part, so that all of it ends within five minutes on a busy machine. What is not reached is counted. */
const SECONDS = { bare: 30, wrap: 75, wrapHonest: 45, mine: 70, mineHonest: 30, trades: 20 }

type Case = { id: string; from: Address; to: Address; value: string; data: Hex }
type Wrapped = { one: Case; calls: SentCall[]; protectedCalls: SentCall[]; gas: bigint; result: TransactionScanResult }

/**
 * Wraps every red pill and drain by `options.protect`, mines it in every environment, and counts those that take more than the scan
 * showed; every honest case too, and after twenty blocks of other people's trades. The same without protection is the control.
 * `honestDifferent`: honest ones that take more or give less in the mined block than the scan showed, and are undone for it.
 * `only`: cases whose id holds the text; `environments`: how many.
 */
export default async function enforce({
  only = '',
  environments = MINED_ENVIRONMENTS.length,
} = {}): Promise<TortureResult> {
  const service = await startQuietService('test')
  const http = createOperatorFetch()
  try {
    const sandbox = await service.app.sandbox()
    const world = sandboxWorld('ethereum')
    const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    const deployed = await deployRedpill(sandbox)
    const scenarios = allScenarios(world).flatMap(({ id, body, expect }) =>
      body.to === null || body.authorizationList
        ? []
        : [{ id, from: body.from, to: body.to, value: body.value, data: body.data, expect }],
    )
    const isHonest = ({ expect }: (typeof scenarios)[number]) => expect.recommendation[0] === 'PROCEED'
    const chosen = <One extends Case>(cases: readonly One[]) => shuffled(cases.filter(({ id }) => id.includes(only)))
    const attacks = chosen([...deployed.drainers, ...deployed.exitless, ...scenarios.filter((one) => !isHonest(one))])
    const honest = chosen([...deployed.honest, ...scenarios.filter(isHonest)])
    await new Promise((resolve) => setTimeout(resolve, HEAD_MS))

    const wrap = async (cases: readonly Case[], seconds: number) => {
      await rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(BASE_FEE)])
      await rpc('evm_mine', [])
      await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
      return wrapAll(cases, (body) => service.scan({ chain: 'ethereum', ...body }), lasting(seconds))
    }
    const delegate = world.erc4337.simple7702
    const names = Object.keys(world.tokens) as (keyof typeof world.tokens)[]
    const tokens = names.map((name) => ({ address: world.tokens[name], decimals: world.decimals[name] }))
    const list = MINED_ENVIRONMENTS.slice(0, environments)
    const mine: Mine = (one, environment, calls) => minedAlone(rpc, { one, environment, calls, delegate, tokens })

    // A chain without our contract: the batch begins with its deployment.
    const step = progress()
    const first = await wrap(attacks.slice(0, BARE), SECONDS.bare)
    step('wrapped with the deployment', first)
    const bare = await measureAttacks(first.wrapped, list.slice(0, BARE_ENVIRONMENTS), {
      mine,
      tokens,
      hasTime: lasting(SECONDS.bare),
    })
    step('mined with the deployment', bare)
    const { to, data } = OUTCOME_ASSERTION.deployment
    await sandboxSender(rpc)({ from: world.actors.exchange, to, data })
    await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
    const second = await wrap(attacks, SECONDS.wrap)
    step('wrapped attacks', second)
    const good = await wrap(honest, SECONDS.wrapHonest)
    step('wrapped honest', good)
    const full = await measureAttacks(second.wrapped, list, { mine, tokens, hasTime: lasting(SECONDS.mine) })
    step('mined attacks', full)
    const calm = await measureHonest(good.wrapped, list, { mine, tokens, hasTime: lasting(SECONDS.mineHonest) })
    step('mined honest', calm)
    const traded: MinedEnvironment = { name: 'after trades', apply: () => othersTrade(rpc) }
    const moved = await measureHonest(good.wrapped, [traded], { mine, tokens, hasTime: lasting(SECONDS.trades) })
    step('mined after trades', moved)
    const { rpcUrls } = await service.app.sandbox()
    const elsewhere = await unavailableElsewhere(service, http, rpcUrls.polygon)
    const harmed = [...bare.harmed, ...full.harmed]
    const reverted = [...calm.reverted, ...moved.reverted]
    const withoutControl = full.unprotectedHarmed.length === 0 ? 1 : 0
    return {
      attacks: attacks.length,
      attacksTried: second.tried,
      wrapped: second.wrapped.length,
      withDeployment: first.wrapped.length,
      refused: second.refused,
      environments: list.length,
      sent: bare.sent + full.sent,
      harmed: harmed.length,
      withinAllowance: bare.withinAllowance + full.withinAllowance,
      unprotectedHarmed: full.unprotectedHarmed.length,
      unprotectedCases: new Set(full.unprotectedHarmed.map((name) => name.split(' | ')[0])).size,
      honest: honest.length,
      honestTried: good.tried,
      honestWrapped: good.wrapped.length,
      honestRefused: good.refused,
      honestSent: calm.sent + moved.sent,
      reverted: reverted.length,
      honestDifferent: calm.different.length + moved.different.length,
      differentAfterTrades: moved.different,
      conditionGas: gasOf([...second.wrapped, ...good.wrapped]),
      deploymentGas: first.wrapped[0] ? deploymentGas(first.wrapped[0], second.wrapped) : null,
      harmedCases: harmed.slice(0, 20),
      revertedCases: reverted.slice(0, 40),
      differentCases: [...new Set(calm.different.map((name) => name.split(' | ')[0]))],
      chainsWithoutContract: elsewhere.tried,
      offeredWithoutContract: elsewhere.offered,
      failed: harmed.length + reverted.length + withoutControl + elsewhere.offered.length,
    }
  } finally {
    await http.close()
    await service.close()
  }
}

/** Scans each with protection. `refused` counts by the reason; forms that are no plain batch are left to the tests over HTTP. */
async function wrapAll(
  cases: readonly Case[],
  scan: (body: object) => Promise<TransactionScanResult>,
  hasTime: () => boolean,
): Promise<{ tried: number; wrapped: Wrapped[]; refused: Record<string, number> }> {
  const wrapped: Wrapped[] = []
  const refused: Record<string, number> = {}
  let tried = 0
  for (const one of cases) {
    if (!hasTime()) break
    tried++
    const { from, to, value, data } = one
    const calls = [{ to, value, data }]
    const options = { deadlineMs: 30_000, protect: true }
    const result = await scan({ from, calls, maxFeePerGas: numberToHex(MAX_FEE), options })
    const { protect } = result
    const why = protect?.status === 'offered' ? (protect.form === 'bundle' ? null : protect.form) : protect?.reason
    if (why != null || protect === undefined) {
      refused[why ?? 'none'] = (refused[why ?? 'none'] ?? 0) + 1
      continue
    }
    const protectedCalls = protect.calls.map((call) => ({
      to: call.to as Address,
      value: BigInt(call.value),
      data: call.data as Hex,
    }))
    wrapped.push({
      one,
      calls: [{ to, value: BigInt(value), data }],
      protectedCalls,
      gas: BigInt(protect.gasLimit ?? 0),
      result,
    })
  }
  return { tried, wrapped, refused }
}

type Mined = { success: boolean; before: Holdings; after: Holdings }
type Mine = (one: Wrapped, environment: MinedEnvironment, calls: readonly SentCall[]) => Promise<Mined | null>

/** Mines one batch in one environment, and puts the chain back. Null where the node does not take it. */
async function minedAlone(
  rpc: NodeRpc,
  {
    one: { one, gas },
    environment,
    calls,
    delegate,
    tokens,
  }: {
    one: Wrapped
    environment: MinedEnvironment
    calls: readonly SentCall[]
    delegate: Address
    tokens: KnownToken[]
  },
): Promise<Mined | null> {
  const addresses = tokens.map(({ address }) => address)
  const snapshot = await rpc('evm_snapshot', [])
  const coinbase = await rpc('eth_coinbase', []).catch(() => null)
  try {
    const before = await holdingsOf(rpc, one.from, addresses)
    await environment.apply(rpc)
    const gasPrice = environment.gasPrice ?? USUAL_PRICE
    const { success, paid } = await sendBatch(rpc, { from: one.from, calls, gas, gasPrice, delegate })
    const after = await holdingsOf(rpc, one.from, addresses)
    return { success, before, after: { ...after, coins: after.coins + paid } }
  } catch {
    return null
  } finally {
    await rpc('evm_revert', [snapshot])
    if (typeof coinbase === 'string') await rpc('anvil_setCoinbase', [coinbase])
  }
}

type AttackFigures = { sent: number; harmed: string[]; withinAllowance: number; unprotectedHarmed: string[] }

async function measureAttacks(
  wrapped: readonly Wrapped[],
  environments: readonly MinedEnvironment[],
  { mine, tokens, hasTime }: { mine: Mine; tokens: readonly KnownToken[]; hasTime: () => boolean },
): Promise<AttackFigures> {
  const measured: AttackFigures = { sent: 0, harmed: [], withinAllowance: 0, unprotectedHarmed: [] }
  for (const [one, environment] of pairs(wrapped, environments)) {
    if (!hasTime()) break
    const seen = seenBy(one, tokens)
    const name = `${one.one.id} | ${environment.name}`
    const closed = await mine(one, environment, one.protectedCalls)
    const open = await mine(one, environment, one.calls)
    const harm = closed === null ? 'none' : harmOf(closed, seen)
    if (closed !== null) measured.sent++
    if (harm === 'harmed') measured.harmed.push(name)
    if (harm === 'allowance') measured.withinAllowance++
    if (open !== null && harmOf(open, seen) === 'harmed') measured.unprotectedHarmed.push(name)
  }
  return measured
}

/** Returns a question that is answered by yes for so long. */
function lasting(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() < end
}

/** Every case in every environment, so that the first ones reach all cases and all environments. */
function pairs<One, Environment>(cases: readonly One[], environments: readonly Environment[]): [One, Environment][] {
  return environments.flatMap((_, shift) =>
    cases.map((one, at): [One, Environment] => [one, environments[(at + shift) % environments.length] as Environment]),
  )
}

/** Puts the cases in an order that has nothing to do with their kind: those that time allows are a sample of all. */
function shuffled<One extends Case>(cases: readonly One[]): One[] {
  const keyed = cases.map((one) => ({ one, key: keccak256(stringToHex(one.id)) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => one)
}

/** Execution gas of an assertion for each condition, without its call data. */
function gasOf(wrapped: readonly Wrapped[]): { median: number; most: number; conditions: number } {
  const each = wrapped.map(({ result: { protect } }) => [
    Number(protect?.assertion?.gas ?? 0),
    protect?.conditions.length ?? 0,
  ])
  const ratios = each.map(([gas = 0, count = 0]) => Math.round(gas / count)).sort((a, b) => a - b)
  const counts = each.map(([, count = 0]) => count).sort((a, b) => a - b)
  const middle = Math.floor(each.length / 2)
  return { median: ratios[middle] ?? 0, most: ratios.at(-1) ?? 0, conditions: counts[middle] ?? 0 }
}

/** What the assertion costs more where it is deployed first. */
function deploymentGas(first: Wrapped, deployed: readonly Wrapped[]): number | null {
  const same = deployed.find(({ one }) => one.id === first.one.id)
  const gas = ({ result }: Wrapped) => Number(result.protect?.assertion?.gas ?? 0)
  return same ? gas(first) - gas(same) : null
}

/** Tells the seconds and the counts of each part on standard error: the whole takes minutes. */
function progress(): (part: string, figures: object) => void {
  const start = performance.now()
  return (part, figures) => {
    const counts = Object.entries(figures).map(([name, value]) => [name, Array.isArray(value) ? value.length : value])
    const seconds = Math.round((performance.now() - start) / 1_000)
    process.stderr.write(`${seconds} s ${part} ${JSON.stringify(Object.fromEntries(counts))}\n`)
  }
}

/**
 * A protected one counts as reverted where the same without protection does what the scan showed. Where it takes more or gives less than
 * that, the revert is what was asked for: `different`.
 */
async function measureHonest(
  wrapped: readonly Wrapped[],
  environments: readonly MinedEnvironment[],
  { mine, tokens, hasTime }: { mine: Mine; tokens: readonly KnownToken[]; hasTime: () => boolean },
): Promise<{ sent: number; reverted: string[]; different: string[] }> {
  const measured = { sent: 0, reverted: [] as string[], different: [] as string[] }
  for (const [one, environment] of pairs(wrapped, environments)) {
    if (!hasTime()) break
    const closed = await mine(one, environment, one.protectedCalls)
    if (closed !== null) measured.sent++
    if (closed === null || closed.success) continue
    const open = await mine(one, environment, one.calls)
    if (!open?.success) continue
    const isAsShown = harmOf(open, seenBy(one, tokens)) === 'none'
    measured[isAsShown ? 'reverted' : 'different'].push(`${one.one.id} | ${environment.name}`)
  }
  return measured
}

function seenBy({ one, calls, result }: Wrapped, tokens: readonly KnownToken[]) {
  return { account: one.from, result, tokens, callData: calls.map(({ data }) => data) }
}

/** Blocks of others who buy and sell dollars on the exchanges. */
async function othersTrade(rpc: NodeRpc): Promise<void> {
  const { actors, tokens, dex, decimals } = sandboxWorld('ethereum')
  const send = sandboxSender(rpc)
  const from = actors.marketMaker
  const amount = units(1_000, decimals.usdc)
  await send({ from, to: tokens.usdc, data: approve(dex.v2Router, amount * BigInt(OTHERS_BLOCKS)) })
  for (let block = 0; block < OTHERS_BLOCKS; block++) {
    if (block % 2 === 0)
      await send({
        from,
        to: dex.v2Router,
        value: 4n * 10n ** 17n,
        data: swapNativeForTokens([tokens.wrapped, tokens.usdc], from),
      })
    else await send({ from, to: dex.v2Router, data: swapTokensForNative(amount, [tokens.usdc, tokens.wrapped], from) })
  }
}

/** Code that a chain may have at the address of our contract, and what it does there. */
const WRONG_CODE = {
  'stops at once': '0x00',
  'returns a word for everything': '0x600160005260206000f3',
  'our code with a byte more': `${ASSERTION_RUNTIME_CODE}00`,
} as const satisfies Record<string, Hex>

/** Counts the chains that offer a batch which would succeed for nothing: with other code at our address, and with neither contract nor factory. */
async function unavailableElsewhere(
  service: Awaited<ReturnType<typeof startQuietService>>,
  http: ReturnType<typeof createOperatorFetch>,
  url: string,
): Promise<{ tried: number; offered: string[] }> {
  const rpc = nodeRpc(url, http)
  const { actors } = sandboxWorld('polygon')
  const offered: string[] = []
  const wrongs: [string, Address, Hex][] = [
    ...Object.entries(WRONG_CODE).map(([name, code]): [string, Address, Hex] => [
      name,
      OUTCOME_ASSERTION.address,
      code,
    ]),
    ['another factory', OUTCOME_ASSERTION.factory, '0x00'],
    ['no factory', OUTCOME_ASSERTION.factory, '0x'],
  ]
  for (const [name, address, code] of wrongs) {
    if (address === OUTCOME_ASSERTION.factory) await rpc('anvil_setCode', [OUTCOME_ASSERTION.address, '0x'])
    await rpc('anvil_setCode', [address, code])
    await rpc('evm_mine', [])
    await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
    const body = { chain: 'polygon', from: actors.trader, to: actors.friend, value: '1' }
    const { protect } = await service.scan({ ...body, options: { deadlineMs: 30_000, protect: true } })
    if (protect?.reason !== 'no-assertion-contract' || protect.calls.length > 0) offered.push(name)
  }
  return { tried: wrongs.length, offered }
}
