import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { parseEther } from 'viem/utils'
import { DEFAULT_RULES, type PolicyRules } from '../src/domain/policy/policy.ts'
import { payment } from '../src/domain/policy/testPolicy.ts'
import { startTestProxy } from '../src/evm/simulation/testing/testChain.ts'
import { ACTORS } from '../src/sandbox/actors.ts'
import { nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { guardedAccount } from '../src/testing/guarded/guardedWorld.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createPolicyGate } from '../src/usecases/policies/policyGate.ts'
import { percentile } from './percentile.ts'
import { startPlainProxy } from './policy/plainProxy.ts'

const DECISIONS = 2_000
const BOOKED = 200
const READS = 300
const SENDS = 120
const WARM = 15
/** Milliseconds to a node elsewhere, as in the bench `cold`. */
const NODE_DELAY_MS = 50
const { trader, friend } = ACTORS

const RULES: PolicyRules = {
  ...DEFAULT_RULES,
  dailySpendingLimit: { usd: 1e9, rolling24hUsd: 1e9, alertAt: 0.8 },
  timeDelay: { thresholdUsd: 1e9, seconds: 60 },
  blockAt: 'high',
  whitelistMode: { addresses: [friend.address.toLowerCase() as Address], contracts: [] },
  approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: 1_000 },
  assetLimits: [{ chain: 'ethereum', asset: null, perRequest: 10n ** 24n, perDay: 10n ** 24n }],
}

/**
 * What the guard costs, in one process with the node beside it, on SQLite. `decisionP99`: milliseconds of a policy of every rule, with 200
 * bookings of the day read from the database. `readRatio`: eth_getBalance through the guarded endpoint ÷ at the node itself, by turns,
 * where the node is 50 ms away; `readRatioLocal` on loopback, and `proxyRatioLocal` the same through a proxy that looks at nothing. All are
 * asked by the same client. `sendP50`, `sendP95`: milliseconds of eth_sendRawTransaction with a policy,
 * from the request to the answer, each a new payment.
 */
export default async function policy(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const operator = createOperatorFetch()
  const nodeUrl = sandbox.rpcUrls.ethereum
  const proxy = await startTestProxy(nodeUrl, NODE_DELAY_MS)
  try {
    const far = await withGuard(proxy.url, async ({ account }) => ({
      readRatio: (await readRatios(nodeRpc(proxy.url, operator), [nodeRpc(account.endpoint, operator)], READS / 3))[0],
    }))
    const near = await withGuard(nodeUrl, async ({ app, account }) => {
      await account.setPolicy(trader.address, RULES)
      const node = nodeRpc(nodeUrl, operator)
      return {
        ...(await decisions(app, account.accountId)),
        ...(await localRatios(node, nodeRpc(account.endpoint, operator))),
        ...(await sends(node, account)),
      }
    })
    return { ...near, ...far, nodeDelayMs: NODE_DELAY_MS, database: 'SQLite' }
  } finally {
    await proxy.close()
    await operator.close()
    await sandbox.close()
  }

  async function localRatios(node: Node, guarded: Node): Promise<object> {
    const plain = await startPlainProxy(nodeUrl, operator)
    try {
      const [readRatioLocal, proxyRatioLocal] = await readRatios(node, [guarded, nodeRpc(plain.url, operator)], READS)
      return { readRatioLocal, proxyRatioLocal }
    } finally {
      await plain.close()
    }
  }

  type Guard = Awaited<ReturnType<typeof quietApp>> & { account: Awaited<ReturnType<typeof guardedAccount>> }
  async function withGuard<Value>(rpcUrl: string, work: (guard: Guard) => Promise<Value>): Promise<Value> {
    const started = await quietApp('live', { ETHEREUM_RPC_URLS: rpcUrl })
    try {
      const account = await guardedAccount(started.app, { url: started.url, environment: 'live' })
      return await work({ ...started, account })
    } finally {
      await started.app.close()
    }
  }
}

type Node = ReturnType<typeof nodeRpc>
type App = Awaited<ReturnType<typeof quietApp>>['app']
type Account = Awaited<ReturnType<typeof guardedAccount>>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The gate alone: it reads the policy and what was used, and decides. */
async function decisions({ store }: App, accountId: string): Promise<object> {
  const gate = createPolicyGate({ budget: store.budget, now: Date.now })
  const asked = {
    account: accountId,
    environment: 'live',
    chain: 'ethereum',
    wallet: trader.address.toLowerCase() as Address,
    effects: payment(1, {
      recipients: [friend.address.toLowerCase() as Address],
      calls: [],
      method: 'eth_sendRawTransaction',
    }),
  } as const
  const book = (index: number) =>
    gate.check({
      ...asked,
      nonce: { sender: asked.wallet, nonce: BigInt(1_000_000 + index) },
      reserve: { identity: `bench ${index}`, expiresAt: null },
    })
  for (let index = 0; index < BOOKED; index++) await book(index)
  const samples: number[] = []
  for (let index = 0; index < DECISIONS; index++)
    samples.push(
      await timed(async () => {
        const { decision } = await gate.check({ ...asked, reserve: null })
        if (decision?.outcome !== 'allow') throw new Error(`the bench's own payment is ${decision?.outcome}`)
      }),
    )
  const booking: number[] = []
  for (let index = 0; index < BOOKED; index++) booking.push(await timed(() => book(BOOKED + index)))
  return {
    decisions: DECISIONS,
    decisionP50: hundredth(samples, 0.5),
    decisionP99: hundredth(samples, 0.99),
    bookingP99: hundredth(booking, 0.99),
  }
}

/** By turns, so that both see the same machine; the middle of each. */
/** Of each, the median of a read ÷ that of the node, asked by turns. */
async function readRatios(node: Node, others: readonly Node[], count: number): Promise<number[]> {
  const params = [friend.address, 'latest']
  const all = [node, ...others].map((rpc) => ({ rpc, samples: [] as number[] }))
  for (let index = 0; index < count + WARM; index++)
    for (const { rpc, samples } of all) {
      const ms = await timed(() => rpc('eth_getBalance', params))
      if (index >= WARM) samples.push(ms)
    }
  const [bare = 1, ...rest] = all.map(({ samples }) => hundredth(samples, 0.5))
  return rest.map((median) => Math.round((100 * median) / bare) / 100)
}

async function sends(node: Node, account: Account): Promise<object> {
  const { privateKey } = trader
  const fees = await account.feesOf(trader.address)
  const signed = await Promise.all(
    Array.from({ length: SENDS + WARM }, (_, index) =>
      privateKeyToAccount(privateKey).signTransaction({
        ...fees,
        nonce: fees.nonce + index,
        gas: 21_000n,
        to: friend.address,
        value: parseEther('0.0001') + BigInt(index),
      }),
    ),
  )
  const samples: number[] = []
  const rules: string[] = []
  for (const [index, raw] of signed.entries()) {
    let answer: { result?: Hex; error?: { data?: { rule?: string } } } = {}
    const ms = await timed(async () => {
      answer = await account.call('eth_sendRawTransaction', [raw])
    })
    if (answer.error) rules.push(answer.error.data?.rule ?? JSON.stringify(answer.error))
    await node('evm_mine', [])
    if (index >= WARM) samples.push(ms)
  }
  if (rules.length > 0) throw new Error(`payments were not sent: ${[...new Set(rules)].join(', ')}`)
  return { sends: SENDS, sendP50: percentile(samples, 0.5), sendP95: percentile(samples, 0.95) }
}

/** To a hundredth of a millisecond. */
function hundredth(samples: readonly number[], share: number): number {
  const tenfold = samples.map((one) => one * 10)
  return Math.round(percentile(tenfold, share) * 10) / 100
}
