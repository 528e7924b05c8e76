import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { createBytecodeSource } from '../bytecode/createBytecodeSource.ts'
import type { ClaimSources } from '../claims/runs/claimRuns.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import { createVerification } from '../verification/createVerification.ts'
import { withOpenLocks } from './openLocks.ts'

const ABI = parseAbi([
  'function lock(address token, uint256 amount, uint256 end)',
  'function lockUntil(address token, uint256 amount, uint256 end)',
  'function keep(address token, uint128 amount, uint64 end)',
  'function stake(uint256 amount)',
])
const AMOUNT = units(900, 6)
const YEARS = 2n * 366n * 86_400n
const signal = () => AbortSignal.timeout(60_000)
const lower = (address: Address) => address.toLowerCase() as Address

type Deposit = 'lock' | 'lockUntil' | 'keep' | 'stake'
/** Contract, whether it is honest, the deposit, and the calls by which it comes out. */
const CASES: [name: string, contract: string, honest: boolean, deposit: Deposit, calls: number | null][] = [
  ['an end that may be moved to any time', 'TermLocker', false, 'lock', 2],
  ['an end that may only be moved away', 'TermLocker', true, 'lock', null],
  ['a lock that loses its end when it is given away', 'ShareLocker', false, 'lockUntil', 2],
  ['a lock that keeps its end', 'ShareLocker', true, 'lockUntil', null],
  ['an end that is written down and never read', 'TimeVault', false, 'keep', 1],
  ['an end that is read', 'TimeVault', true, 'keep', null],
  ['a farm that names no time', 'OpenFarm', true, 'stake', null],
]

// A lock counts for as long as its own account cannot open it.
describe('liquidity in contracts that look like locks', () => {
  let sandbox: OpenSandbox
  let sources: ClaimSources
  let close: () => Promise<unknown>
  let account: Address
  let token: Address
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    account = lower(sandbox.world.actors.trader)
    token = lower(sandbox.world.tokens.usdc)
    const { timestamp } = await sandbox.source.head(signal())
    for (const [name, contract, honest, deposit] of CASES) {
      const address = await deploy(initCodeOf(contract, [deposit === 'stake' ? token : honest]))
      placed.set(name, address)
      await sandbox.send({ from: account, to: token, data: approve(address, AMOUNT) })
      const args = deposit === 'stake' ? [AMOUNT] : [token, AMOUNT, timestamp + YEARS]
      const data = encodeFunctionData({ abi: ABI, functionName: deposit, args } as never)
      await sandbox.send({ from: account, to: address, data })
    }
    const simulator = createSimulator({ sources: { ethereum: sandbox.source }, limits: { maxChildren: 1 } })
    const bytecode = createBytecodeSource()
    sources = { chain: sandbox.source, simulator, bytecode, verification: createVerification([]) }
    close = () => Promise.all([simulator.close(), bytecode.close()])
  })
  after(async () => {
    await close?.()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(data: Hex): Promise<Address> {
    const sent = { from: sandbox.world.actors.spender, data, gas: '0x4c4b40' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return lower(receipt.contractAddress)
  }

  async function openedOf(locker: Address, share = 90) {
    const found: Distribution = {
      liquidityUsd: null,
      topHolders: [],
      lpHolders: [{ address: locker, share, kind: 'contract' }],
      lpToken: token,
      sampled: true,
      before: null,
    }
    const block = await sandbox.source.head(signal())
    const told = await withOpenLocks(sources, { block, since: null, found }, signal())
    return told?.lpHolders?.[0]?.opened ?? null
  }

  for (const [name, , , , calls] of CASES)
    test(`${name}: ${calls === null ? 'stays' : `out by ${calls}`}`, async () => {
      const opened = await openedOf(placed.get(name) as Address)
      assert.deepEqual(opened && [opened.account, opened.calls.length], calls === null ? null : [account, calls])
    })

  test('a contract with less than half of the liquidity is not tried', async () => {
    assert.equal(await openedOf(placed.get('an end that may be moved to any time') as Address, 49), null)
  })
})
