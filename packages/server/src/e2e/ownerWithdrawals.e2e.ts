import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/finding.ts'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../intel/onchain/testing/openSandbox.ts'
import { readArtifact } from '../sandbox/artifacts/readArtifact.ts'
import { approve } from '../sandbox/history/calls.ts'
import { units } from '../sandbox/profiles.ts'
import type { SandboxWorld } from '../sandbox/world.ts'
import { type ScanService, startScanService } from '../testing/scanService.ts'

type Answer = { riskScore: number; recommendation: string; unknown: string[]; warnings: Finding[] }

const POT = parseAbi(['function deposit(uint256 amount)'])
const TAKES = 1
const SENDS = 2
const ALLOWS = 3
const HONEST = {
  'no privilege': 0,
  'a rescue of other tokens': 4,
  'an investment from which withdrawals are paid': 5,
  'fees of its own': 6,
  'a week’s notice': 9,
  'a helper that was named a week before': 11,
}
/** The keeper takes by lists, by two calls, and by a helper that another call hands everything. */
const BY_TRANSACTION_SCAN = [
  ['lists of accounts', 7, /0x98e500b4|payOut/],
  ['an amount that it announces', 8, /and then settle\(\)/],
  ['a helper of its choice', 10, /name\(address\) and then/],
] as const

// Both scans ask the same: after which calls of its keeper does a depositor's withdrawal pay nothing? No getter names the token.
describe('deposits that an owner can withdraw', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  const pots: Address[] = []

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { trader } = world.actors
    const { usdc } = world.tokens
    for (let mode = 0; mode <= 11; mode++) {
      pots[mode] = await deploy([BigInt(mode), world.actors.spender, usdc])
      await sandbox.send({ from: trader, to: usdc, data: approve(pots[mode] as Address, units(1_000_000, 6)) })
      // Deposits of others, as far as one account can stand for them.
      await sandbox.send({ from: trader, to: pots[mode] as Address, data: deposit(700) })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(args: unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact('TokenPot')
    const sent = {
      from: world.actors.spender,
      data: encodeDeployData({ abi, bytecode, args }),
      gas: '0x4c4b40',
    }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  function deposit(amount: number): Hex {
    return encodeFunctionData({ abi: POT, functionName: 'deposit', args: [units(amount, 6)] })
  }

  async function scan(path: string, body: object): Promise<Answer> {
    const { status, json } = await service.ask(path, { chain: 'ethereum', ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const scanDeposit = (mode: number) =>
    scan('/v1/scan/transaction', { from: world.actors.trader, to: pots[mode], data: deposit(500), value: '0' })
  const scanContract = (mode: number) => scan('/v1/scan/contract', { address: pots[mode] })
  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`

  for (const [name, mode, call] of [
    ['an amount', TAKES, /takeProfit|0x/],
    ['an amount for any account', SENDS, /rebalance/],
  ] as const)
    test(`${name}: found by both scans`, async () => {
      const [transaction, contract] = [await scanDeposit(mode), await scanContract(mode)]
      const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
      assert.equal(own?.severity, 'high', seen(transaction))
      assert.match(own.description, call)
      assert.equal(transaction.recommendation, 'CAUTION', seen(transaction))
      const found = contract.warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')
      assert.equal(found?.severity, 'high', seen(contract))
      assert.equal(contract.recommendation, 'AVOID', seen(contract))
    })

  test('an allowance, which its spender then uses: found by both scans', async () => {
    const [transaction, contract] = [await scanDeposit(ALLOWS), await scanContract(ALLOWS)]
    const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
    assert.equal(own?.severity, 'high', seen(transaction))
    const found = contract.warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')
    assert.equal(found?.severity, 'high', seen(contract))
  })

  for (const [name, mode, call] of BY_TRANSACTION_SCAN)
    test(`${name}: found before the deposit`, async () => {
      const transaction = await scanDeposit(mode)
      const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
      assert.equal(own?.severity, 'high', seen(transaction))
      assert.match(own.description, call)
    })

  for (const [name, mode] of Object.entries(HONEST))
    test(`${name}: quiet in both scans`, async () => {
      const [transaction, contract] = [await scanDeposit(mode), await scanContract(mode)]
      assert.equal(transaction.recommendation, 'PROCEED', seen(transaction))
      assert.ok(!transaction.warnings.some(({ id }) => id === 'owner-withdrawal-of-deposits'), seen(transaction))
      // Deployed minutes ago, which is for review by itself.
      const told = contract.warnings.filter(({ severity }) => severity !== 'info').map(({ id }) => id)
      assert.deepEqual(told, ['very-new-contract'], seen(contract))
    })
})
