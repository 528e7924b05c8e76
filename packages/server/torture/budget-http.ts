import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { numberToHex, parseEther } from 'viem/utils'
import { DEFAULT_RULES, type PolicyRules } from '../src/domain/policy/policy.ts'
import { mapConcurrent } from '../src/lib/mapConcurrent.ts'
import { ACTORS } from '../src/sandbox/actors.ts'
import { approve, transfer, transferFrom } from '../src/sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { units } from '../src/sandbox/profiles.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { openStore, type Store } from '../src/store/openStore.ts'
import { sandboxSender } from '../src/testing/sandboxSender.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { type HttpNodes, startHttpNodes } from './budget/httpNodes.ts'
import type { TortureResult } from './main.ts'

/** Requests of the run, unless its time is over before. */
const REQUESTS = Number(process.env.REQUESTS ?? 10_000)
const LIMIT_USD = Number(process.env.LIMIT_USD ?? 1_000)
const SECONDS = Number(process.env.SECONDS ?? 190)
/** The control ends sooner: its limit is small. */
const CONTROL = { requests: 240, limitUsd: 40, seconds: 40 }
const NODES = 2
const AT_ONCE = 24
const KILL_EVERY_MS = 20_000
/** A node that starts again on a busy machine takes seconds. */
const ATTEMPTS = 40
const MICRO = 1_000_000
const { tokens, decimals } = sandboxWorld('ethereum')
const { fresh, marketMaker } = ACTORS
const WALLET = fresh.address.toLowerCase() as Address
const DOLLAR = units(1, decimals.usdc)

/**
 * Sends and permits of one dollar each against one limit, over HTTP at two nodes of one database that are killed in turn. A send is a pull
 * by an allowance that the wallet gave before, by another account each time, so that they are judged at once. What is acknowledged must be
 * booked, and on chain; the control checks first and writes then, and must overspend. SQLite, or PostgreSQL (TORTURE_DATABASE_URL).
 */
export default async function budgetHttp(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-budget-http-'))
  const server = process.env.TORTURE_DATABASE_URL
  const on = (name: string, mode: string, size: Size) =>
    server ? withSchema(server, (url) => run(url, mode, size)) : run(`sqlite:${join(folder, `${name}.db`)}`, mode, size)
  try {
    const main = await on('atomic', 'atomic', { requests: REQUESTS, limitUsd: LIMIT_USD, seconds: SECONDS })
    const control = await on('control', 'check-then-write', CONTROL)
    if (main === null || control === null) throw new Error('nothing ran')
    const isToothless = control.overspent === 0 ? 1 : 0
    const { overspent, sentTwice, lost, unanswered } = main
    return {
      ...main,
      controlOverspent: control.overspent,
      controlRequests: control.requests,
      database: server ? 'PostgreSQL' : 'SQLite',
      failed: overspent + sentTwice + lost + unanswered + isToothless,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Size = { requests: number; limitUsd: number; seconds: number }
type Answer = 'allowed' | 'refused' | 'held' | 'unanswered'

async function run(databaseUrl: string, mode: string, { requests, limitUsd, seconds }: Size) {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const operator = createOperatorFetch()
  const secret = randomBytes(32).toString('hex')
  const store = await openStore(databaseUrl, secret)
  let nodes: HttpNodes | null = null
  try {
    const node = nodeRpc(sandbox.rpcUrls.ethereum, operator)
    await store.migrate()
    const { key, token, accountId } = await giveAccount(store, limitUsd)
    const raws = await prepareSends(node, Math.ceil(requests / 2))
    const env = { DATABASE_URL: databaseUrl, REDOUBT_SECRET: secret, ETHEREUM_RPC_URLS: sandbox.rpcUrls.ethereum }
    nodes = startHttpNodes(NODES, mode, env)
    for (let place = 0; place < NODES; place++) await nodes.url(place)
    const asks = askers(nodes, operator, { key, token })

    const began = performance.now()
    const end = began + seconds * 1_000
    const isOver = { now: false }
    const killing = mode === 'atomic' ? killInTurn(nodes, isOver) : Promise.resolve()
    const sent = new Map<string, number>()
    const signed = new Map<number, Set<string>>()
    const counts: Record<Answer, number> = { allowed: 0, refused: 0, held: 0, unanswered: 0 }
    let asked = 0
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < requests && performance.now() < end) {
          const index = next++
          asked++
          if (index % 2 === 0) {
            const { answer, hash } = await asks.send(raws[index / 2] as Hex, index)
            counts[answer]++
            if (hash !== null) sent.set(hash, (sent.get(hash) ?? 0) + 1)
          } else {
            const { answer, id } = await asks.sign(index)
            counts[answer]++
            if (id !== null) signed.set(index, new Set([id]))
          }
        }
      }),
    )
    const took = (performance.now() - began) / 1_000
    isOver.now = true
    await killing

    // What was acknowledged is there: the same message answers the same booking, and the network has the transaction.
    let lost = 0
    await mapConcurrent([...signed], AT_ONCE, async ([index, ids]) => {
      const again = await asks.sign(index)
      if (again.id === null) lost++
      else ids.add(again.id)
    })
    const pool = (await node('txpool_content', [])) as {
      pending: Record<string, object>
      queued: Record<string, object>
    }
    const waiting = [...Object.values(pool.pending), ...Object.values(pool.queued)].flatMap((one) =>
      Object.values(one as Record<string, { hash: string }>).map(({ hash }) => hash),
    )
    for (const hash of sent.keys()) if (!waiting.includes(hash)) lost++
    const known = await store.budget.read({ accountId, environment: 'live', wallet: WALLET }, Date.now())
    const bookedUsd = (known?.usage.dayMicroUsd ?? 0) / MICRO
    // A node that was killed between the send and the answer leaves a transaction without an acknowledgement.
    const letGo = Math.max(sent.size, waiting.length) + signed.size
    return {
      requests: asked,
      ...counts,
      sends: sent.size,
      signatures: signed.size,
      inPool: waiting.length,
      bookedUsd: Math.round(bookedUsd * 100) / 100,
      limitUsd,
      kills: nodes.kills(),
      overspent: Math.max(0, letGo - limitUsd, Math.floor(bookedUsd - limitUsd)),
      sentTwice: [...signed.values()].filter(({ size }) => size > 1).length + (waiting.length - new Set(waiting).size),
      lost: lost + Math.max(0, Math.round(letGo - bookedUsd)),
      seconds: Math.round(took * 10) / 10,
    }
  } finally {
    await nodes?.close()
    await store.close()
    await operator.close()
    await sandbox.close()
  }
}

async function giveAccount({ accounts, keys, rpcTokens, policies }: Store, limitUsd: number) {
  const { id: accountId } = await accounts.create({ name: 'torture', plan: 'enterprise' })
  const owner = { accountId, environment: 'live' } as const
  const { token: key } = await keys.create({ ...owner, name: 'torture', scopes: ['scan:read', 'admin'] })
  const made = { name: 'torture', chains: null, createdBy: 'torture', expiresAt: null, now: Date.now() }
  const guard = { blockAt: 'critical', incomplete: 'hold', onHold: 'error' } as const
  const { token } = await rpcTokens.create(owner, { ...made, guard }, 1)
  const rules: PolicyRules = {
    ...DEFAULT_RULES,
    dailySpendingLimit: { usd: limitUsd, rolling24hUsd: limitUsd, alertAt: 0.8 },
    signing: { methods: [...DEFAULT_RULES.signing.methods, 'eth_signTypedData_v4'], messages: ['allowance'] },
  }
  const at = Date.now()
  const policy = { address: WALLET, version: 1, rules, former: [], deletedAt: null, createdAt: at, updatedAt: at }
  const actor = { keyId: 'key', name: 'torture' }
  const version = { version: 1, action: 'created' as const, rules, actor, changed: [], at, effectiveAt: at }
  await policies.change(owner, WALLET, () => ({ policy, version }), { max: 1 })
  return { accountId, key, token }
}

const BLOCK = 250

/** One account for each send, with coins for its gas and an allowance of the wallet; nothing is mined afterwards. */
async function prepareSends(node: NodeRpc, count: number): Promise<Hex[]> {
  const send = sandboxSender(node)
  await node('anvil_setBalance', [WALLET, numberToHex(parseEther('1000'))])
  await send({ from: marketMaker.address, to: tokens.usdc, data: transfer(WALLET, DOLLAR * BigInt(count)) })
  const takers = Array.from({ length: count }, (_, index) =>
    privateKeyToAccount(numberToHex(2n ** 200n + BigInt(index), { size: 32 })),
  )
  const first = Number(await node('eth_getTransactionCount', [WALLET, 'latest']))
  for (let from = 0; from < count; from += BLOCK) {
    await mapConcurrent(takers.slice(from, from + BLOCK), 16, async ({ address }, index) => {
      await node('anvil_setBalance', [address, numberToHex(parseEther('1'))])
      const data = approve(address.toLowerCase() as Address, DOLLAR)
      const nonce = numberToHex(first + from + index)
      await node('eth_sendTransaction', [{ from: WALLET, to: tokens.usdc, data, nonce, gas: numberToHex(80_000) }])
    })
    await node('evm_mine', [])
  }
  const price = BigInt((await node('eth_gasPrice', [])) as string)
  return Promise.all(
    takers.map((taker) =>
      taker.signTransaction({
        chainId: 1,
        type: 'eip1559',
        nonce: 0,
        gas: 120_000n,
        maxFeePerGas: price * 3n,
        maxPriorityFeePerGas: 1n,
        to: tokens.usdc,
        data: transferFrom(WALLET, taker.address.toLowerCase() as Address, DOLLAR),
      }),
    ),
  )
}

/** Kills one node after another while the run lasts. */
async function killInTurn(nodes: HttpNodes, isOver: { now: boolean }): Promise<void> {
  for (let place = 0; !isOver.now; place++) {
    // One that still starts is not killed again: the run would never end on a slow machine.
    await Promise.all([nodes.url(place), nodes.url(place + 1)])
    for (let waited = 0; waited < KILL_EVERY_MS && !isOver.now; waited += 100) await sleep(100)
    if (!isOver.now) nodes.kill(place)
  }
}

type OperatorFetch = ReturnType<typeof createOperatorFetch>
const ANSWER_MS = 30_000
const MAX_ANSWER_BYTES = 2 ** 22

/** Asks either node; where it ends in between, the other one, for the same thing again. */
function askers(nodes: HttpNodes, operator: OperatorFetch, { key, token }: { key: string; token: string }) {
  async function ask(path: string, body: object, index: number): Promise<Json | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        const url = await nodes.url(index + attempt)
        const { body: answer } = await operator.fetch({
          url: url + path,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(path.startsWith('/v1/scan') && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(body),
          deadlineMs: ANSWER_MS,
          maxBytes: MAX_ANSWER_BYTES,
        })
        const json = JSON.parse(answer.toString('utf8')) as Json
        const code = json.error?.code
        if (typeof code !== 'string' && code !== -32_005 && code !== -32_603) return json
      } catch {
        // The node was killed.
      }
      await sleep(Math.min(1_000, 100 * (attempt + 1)))
    }
    return null
  }
  return {
    async send(raw: Hex, index: number): Promise<{ answer: Answer; hash: string | null }> {
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
      const json = await ask(`/v1/rpc/ethereum/${token}`, call, index)
      if (typeof json?.result === 'string') return { answer: 'allowed', hash: json.result }
      const held = json?.error?.data?.heldId ?? null
      if (json?.error?.data === undefined) return { answer: 'unanswered', hash: null }
      return { answer: held === null ? 'refused' : 'held', hash: null }
    },
    async sign(index: number): Promise<{ answer: Answer; id: string | null }> {
      const json = await ask('/v1/scan/message', permitOf(index), index)
      const policy = json?.data?.policy
      if (policy == null) return { answer: 'unanswered', id: null }
      const answer = policy.outcome === 'allow' ? 'allowed' : policy.outcome === 'hold' ? 'held' : 'refused'
      return { answer, id: policy.reservationId }
    },
  }
}

type Json = {
  result?: unknown
  error?: { code?: string | number; data?: { heldId?: string | null } }
  data?: { policy?: { outcome: string; reservationId: string | null } | null }
}

/** Every permit is another message: its deadline is. */
const DEADLINE = Math.floor(Date.now() / 1_000) + 86_400

function permitOf(index: number): object {
  const types = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256']
  const [owner, spender] = [fresh.address, sandboxWorld('ethereum').dex.v2Router]
  return {
    address: owner,
    chain: 'ethereum',
    typedData: {
      primaryType: 'Permit',
      types: { Permit: types.map((one) => ({ name: one.split(' ')[0], type: one.split(' ')[1] })) },
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: tokens.usdc },
      message: { owner, spender, value: String(DOLLAR), nonce: '0', deadline: String(DEADLINE + index) },
    },
    options: { reserve: true, deadlineMs: 20_000 },
  }
}
