import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/finding.ts'
import { encodeDeployData, encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { type GeneratedArtifactName, readArtifact } from '../sandbox/artifacts/readArtifact.ts'
import { approve } from '../sandbox/history/calls.ts'
import { nodeRpc } from '../sandbox/nodeRpc.ts'
import { units } from '../sandbox/profiles.ts'
import { sandboxWorld } from '../sandbox/world.ts'
import { sandboxSender } from '../testing/sandboxSender.ts'
import { type ScanService, startScanService } from '../testing/scanService.ts'

type Answer = { riskScore: number; riskLevel: string; unknown: string[]; warnings?: Finding[] }
/** `unused`: no user called it, and the entry is made up from the code. */
type Made = {
  contract: GeneratedArtifactName
  args: unknown[]
  call: [name: string, ...args: unknown[]]
  coins?: string
  unused?: true
}

const ABI = parseAbi([
  'function stake() payable',
  'function deposit(uint256 amount)',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function subscribe(uint256 months) payable',
  'function sendTokens(address token, uint256 amount, uint256 network, address to)',
])
const { actors, tokens } = sandboxWorld('ethereum')
const { trader, spender } = actors
const { usdc } = tokens
const ZERO: Address = `0x${'0'.repeat(40)}`
const SUM = units(2_000, 6)
const VALIDATORS = ['1', '2', '3'].map((digit): Address => `0x${digit.repeat(40)}`)
const LOUD = /^(high|critical)$/

const hostile: Record<string, Made> = {
  'coins whose withdrawal one key closes': {
    contract: 'DepositDesk',
    args: [5n, spender, ZERO],
    call: ['stake'],
    coins: '2',
    unused: true,
  },
  'tokens that their keeper takes': { contract: 'TokenPot', args: [1n, spender, usdc], call: ['deposit', SUM] },
  'shares that redeem for nothing': { contract: 'HollowVault', args: [usdc], call: ['deposit', SUM, trader] },
}
const honest: Record<string, Made> = {
  'coins with a lock of a week': {
    contract: 'DepositDesk',
    args: [1n, spender, ZERO],
    call: ['stake'],
    coins: '2',
    unused: true,
  },
  'tokens with a notice of a week': { contract: 'TokenPot', args: [9n, spender, usdc], call: ['deposit', SUM] },
  'a shop with auctions and a name registry': {
    contract: 'SalesDesk',
    args: [spender],
    call: ['subscribe', 3n],
    coins: '0.01',
  },
  'a bridge with a quorum': {
    contract: 'QuorumBridge',
    args: [VALIDATORS, ZERO],
    call: ['sendTokens', usdc, SUM, 10n, trader],
  },
}

// What a scan of a deposit finds is a finding of the contract, too: one judgement, whatever endpoint is asked.
describe('deposits of users in the judgement of a contract', () => {
  let service: ScanService
  let authorization: string
  const at: Record<string, Address> = {}
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test')
    const { accounts, keys } = service.app.store
    const { id: accountId } = await accounts.create({ name: 'scores', plan: 'enterprise' })
    const scopes = ['risk:read' as const, 'scan:read' as const]
    authorization = `Bearer ${(await keys.create({ accountId, name: 'scores', scopes, environment: 'test' })).token}`
    const sandbox = await service.app.sandbox()
    const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    const send = sandboxSender(rpc)
    for (const [name, { contract, args, unused }] of Object.entries({ ...hostile, ...honest })) {
      const { abi, bytecode } = readArtifact(contract)
      at[name] = (await send({ from: spender, data: encodeDeployData({ abi, bytecode, args }) })) ?? ZERO
      await send({ from: trader, to: usdc, data: approve(at[name], units(1_000_000, 6)) })
      if (unused !== true) await send({ from: trader, ...callOf(name) })
    }
    await rpc('anvil_mine', [numberToHex(sandbox.recentBlocks.ethereum)])
    // The head is read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  function callOf(name: string): { to: Address; data: Hex; value: bigint } {
    const { call: [functionName, ...args] = ['stake'], coins = '0' } = hostile[name] ?? honest[name] ?? {}
    const data = encodeFunctionData({ abi: ABI, functionName, args } as never)
    return { to: at[name] as Address, data, value: parseEther(coins) }
  }
  async function ask(path: string, body?: object): Promise<Answer> {
    const { status, json } = await service.ask(path, body, { authorization })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  /** By contract scan, by score, and by a scan of the deposit: the contract first. */
  async function answersFor(name: string) {
    const options = { deadlineMs: 28_000 }
    const contract = await ask('/v1/scan/contract', { chain: 'ethereum', address: at[name], options })
    const score = await ask(`/v1/risk/score/${at[name]}?chain=ethereum&deadlineMs=28000`)
    const { value, ...call } = callOf(name)
    const sent = { chain: 'ethereum', from: trader, ...call, value: String(value), options }
    const deposit = await ask('/v1/scan/transaction', sent)
    assert.deepEqual([score.riskScore, score.riskLevel], [contract.riskScore, contract.riskLevel], seen(contract))
    return { contract, deposit }
  }
  const seen = ({ riskScore, warnings = [], unknown }: Answer) =>
    `${riskScore} ${warnings.map(({ id, severity, description }) => `${id} (${severity}): ${description}`)}; unknown: ${unknown}`

  for (const name of Object.keys(hostile))
    test(`${name}: the contract, its score and the deposit are high`, async () => {
      const { contract, deposit } = await answersFor(name)
      assert.match(contract.riskLevel, LOUD, seen(contract))
      assert.match(deposit.riskLevel, LOUD, seen(deposit))
      const found = contract.warnings?.find(({ id }) => id === 'unsafe-user-deposits')
      assert.equal(found?.evidence.repeated, !('unused' in (hostile[name] ?? {})), seen(contract))
    })
  for (const name of Object.keys(honest))
    test(`${name}: neither the contract nor the deposit is high`, async () => {
      const { contract, deposit } = await answersFor(name)
      for (const answer of [contract, deposit]) assert.doesNotMatch(answer.riskLevel, LOUD, seen(answer))
      assert.equal(
        contract.warnings?.some(({ id }) => id === 'unsafe-user-deposits'),
        false,
        seen(contract),
      )
    })
})
