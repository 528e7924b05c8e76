import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { deployer } from '../src/evm/simulation/testing/assembler.ts'
import { type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { type ScanService, startQuietService } from '../src/testing/quietService.ts'
import { type ForgedToken, forgedTokens } from './forgedApprovals/tokens.ts'
import type { TortureResult } from './main.ts'

const ATTACKER: Address = '0xa77ac4e200000000000000000000000000000bad'
const GAS = '0x4c4b40'
const RICH = `0x${(10n ** 24n).toString(16)}`
/** Milliseconds for which the newest block is not read again. */
const HEAD_MS = 1_100
const COIN = 10n ** 18n
/** Seconds between two blocks after a launch: a price of a pool is believed once it is half an hour old. */
const AGE = '0x708'
const ABI = parseAbi([
  'function createPair(address a, address b) returns (address)',
  'function getPair(address a, address b) view returns (address)',
  'function deposit() payable',
  'function transfer(address to, uint256 value)',
  'function mint(address to)',
  'function approve(address spender, uint256 value)',
])

/** What must not change, by the name of its endpoint. */
type Snapshot = Record<string, string>

/**
 * Tokens of strangers that forge Approval events, allowances, balances, payments and prices against known wallets. What the wallet scan,
 * verification, score, report, approvals and profile say of the wallet is the same before and after. `rounds`: how many tokens of each
 * shape; `only`: shapes whose name holds the text; `wallets`: how many. `control`: endpoints that say something else after a real approval.
 */
export default async function forgedApprovals({ rounds = 2, only = '', wallets = 3 } = {}): Promise<TortureResult> {
  const service = await startQuietService('test')
  const http = createOperatorFetch()
  try {
    const { actors } = sandboxWorld('ethereum')
    const rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const ask = await createAsker(service)
    const problems: string[] = []
    let [tokens, compared] = [0, 0]
    for (const victim of [actors.trader, actors.careless, actors.friend].slice(0, wallets)) {
      // Its nonce is another from the first bait on.
      await send(rpc, victim, { to: victim, data: '0x' })
      await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
      const before = await ask(victim)
      const shapes = forgedTokens({ victim, spender: ATTACKER }).filter(({ shape }) => shape.includes(only))
      for (const shape of shapes) {
        for (let round = 0; round < rounds; round++) {
          const token = await launch(rpc, shape)
          // Every second one is baited: the wallet itself calls it once.
          if (round % 2 === 1) await send(rpc, victim, { to: token, data: '0x' })
        }
        tokens += rounds
        // Only pools need time, and price feeds grow stale by it.
        if (shape.pool) await rpc('anvil_mine', ['0x2', AGE])
        await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
        const after = await ask(victim)
        for (const [endpoint, said] of Object.entries(before)) {
          compared++
          if (after[endpoint] !== said)
            problems.push(`${shape.shape}, ${endpoint} of ${victim}: ${said} became ${after[endpoint]}`)
        }
      }
    }
    const control = await changedByApproval(rpc, ask, actors.trader)
    const failed = problems.length + (control > 0 ? 0 : 1)
    return { failed, tokens, compared, control, problems: problems.slice(0, 20) }
  } finally {
    await http.close()
    await service.close()
  }
}

/** How many endpoints say something else once the wallet lets the attacker take all of its dollars. */
async function changedByApproval(
  rpc: NodeRpc,
  ask: (wallet: Address) => Promise<Snapshot>,
  wallet: Address,
): Promise<number> {
  const { usdc } = sandboxWorld('ethereum').tokens
  const before = await ask(wallet)
  const args = [ATTACKER, 2n ** 256n - 1n] as const
  await send(rpc, wallet, { to: usdc, data: encodeFunctionData({ abi: ABI, functionName: 'approve', args }) })
  await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
  const after = await ask(wallet)
  return Object.keys(before).filter((endpoint) => after[endpoint] !== before[endpoint]).length
}

type Sent = { to: Address | null; data: Hex; value?: bigint }

/** Sends a transaction from any account, and mines it. Returns the address of what it created. */
async function send(rpc: NodeRpc, from: Address, { to, data, value = 0n }: Sent): Promise<Address | null> {
  const transaction = { from, ...(to && { to }), data, gas: GAS, value: `0x${value.toString(16)}` }
  const hash = await rpc('eth_sendTransaction', [transaction])
  await rpc('evm_mine', [])
  const receipt = await rpc('eth_getTransactionReceipt', [hash])
  const { status, contractAddress } = receipt as { status: string; contractAddress: Address | null }
  if (status !== '0x1') throw new Error(`a transaction failed: ${to} ${data.slice(0, 10)}`)
  return contractAddress
}

/** Deploys a token, gives it a pool where it is to have one, and lets it log. */
async function launch(rpc: NodeRpc, { code, pool }: ForgedToken): Promise<Address> {
  const { dex, tokens } = sandboxWorld('ethereum')
  await rpc('anvil_setBalance', [ATTACKER, RICH])
  const attack = (to: Address | null, data: Hex, value = 0n) => send(rpc, ATTACKER, { to, data, value })
  const token = await attack(null, deployer(code))
  if (token === null) throw new Error('the token was not deployed')
  if (pool) {
    const call = (functionName: string, args: readonly unknown[] = []) =>
      encodeFunctionData({ abi: ABI, functionName, args } as never)
    await attack(dex.v2Factory, call('createPair', [token, tokens.wrapped]))
    const find = { to: dex.v2Factory, data: call('getPair', [token, tokens.wrapped]) }
    const pair: Address = `0x${((await rpc('eth_call', [find, 'latest'])) as Hex).slice(26)}`
    await attack(tokens.wrapped, call('deposit'), 50n * COIN)
    await attack(tokens.wrapped, call('transfer', [pair, 50n * COIN]))
    await attack(pair, call('mint', [ATTACKER]))
  }
  await attack(token, '0x')
  return token
}

/** Asks every endpoint for a wallet, and keeps what a forged token must not change. */
async function createAsker(service: ScanService): Promise<(wallet: Address) => Promise<Snapshot>> {
  const { app, ask } = service
  const account = await app.store.accounts.create({ name: 'forged approvals', plan: 'enterprise' })
  const scopes = ['scan:read', 'wallet:read', 'risk:read'] as const
  const made = await app.store.keys.create({
    accountId: account.id,
    name: 'torture',
    scopes: [...scopes],
    environment: 'test',
  })
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${made.token}` }
    const { status, json } = await ask(`/v1/${path}chain=ethereum&deadlineMs=25000`, undefined, headers)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
    return json.data
  }
  return async (wallet) => {
    const scanned = await get(`scan/wallet/${wallet}?`)
    const verified = await get(`wallet/verify/${wallet}?`)
    const scored = await get(`risk/score/${wallet}?fresh=true&`)
    const reported = await get(`risk/report/${wallet}?fresh=true&`)
    const listed = await get(`wallet/approvals/${wallet}?`)
    const profile = await get(`wallet/profile/${wallet}?`)
    const { valueAtRiskUsd, total, unlimited, risky, byRisk } = listed.summary
    // Reasons count transactions, and gas is paid in the network's coin.
    const subScores = Object.values<{ score: number }>(scanned.subScores).map(({ score }) => score)
    const { totalValue, native } = profile.holdings
    return {
      scan: JSON.stringify([scanned.riskScore, scanned.riskLevel, subScores]),
      verify: JSON.stringify([verified.riskScore, verified.riskLevel, verified.verified]),
      score: JSON.stringify([scored.riskScore, scored.riskLevel]),
      report: JSON.stringify([reported.summary.riskScore, reported.summary.riskLevel]),
      approvals: JSON.stringify([valueAtRiskUsd, total, unlimited, risky, byRisk]),
      profile: JSON.stringify([profile.riskScore, profile.riskLevel, Math.round(totalValue - native.valueUsd)]),
    }
  }
}
