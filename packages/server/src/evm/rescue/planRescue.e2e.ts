import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RescueAsset, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256, stringToHex } from 'viem/utils'
import { accountFact } from '../../intel/accountFact.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { knows } from '../../intel/testing/knows.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { delegateAccount, signAuthorizations } from '../../testing/delegateAccount.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import { SimulationUnavailable, type Simulator } from '../simulation/simulator.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { planRescue } from './planRescue.ts'

const SAFE: Address = '0x5afe3855358e112b5647b952709e6165e1c1eeee'
const lower = (address: Address) => address.toLowerCase() as Address
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

describe('planning a rescue', () => {
  let sandbox: OpenSandbox
  let simulator: Simulator
  before(async () => {
    sandbox = await openSandbox('ethereum')
    simulator = createSimulator({ sources: { ethereum: sandbox.source }, limits: { maxChildren: 1 } })
  })
  after(async () => {
    await simulator.close()
    await sandbox[Symbol.asyncDispose]()
  })

  const asset = (token: Address, amount: bigint): RescueAsset => ({
    standard: 'erc20',
    token: lower(token),
    tokenId: null,
    amount,
    symbol: null,
    decimals: null,
    valueUsd: null,
  })
  async function victim(name: string) {
    const { actors, tokens, traps } = sandbox.world
    const signer = privateKeyToAccount(keccak256(stringToHex(name)))
    await sandbox.send({ from: actors.trader, to: tokens.usdc, data: transfer(signer.address, 5n) })
    await delegateAccount(sandbox.rpc, { signer, delegate: traps.maliciousDelegate, sponsor: actors.friend })
    return signer
  }
  async function plan(address: Address, assets: readonly RescueAsset[], run = simulator): Promise<RescuePlan> {
    const signal = AbortSignal.timeout(60_000)
    const chain = sandbox.source
    const block = await chain.head(signal)
    const account = await accountFact({ chain, intel: knows() }, { block, address: lower(address) }, signal)
    return planRescue(
      { chain, simulator: run, delegateActs: async () => ({ acts: [], tried: 1, cut: [] }) },
      { block, account, safe: SAFE, sponsor: lower(sandbox.world.actors.friend), assets },
      signal,
    )
  }

  test('120 assets that burn all the gas they get, but for an honest one, do not overrun a block', async () => {
    const { tokens, actors } = sandbox.world
    const signer = await victim('burned')
    const code = assemble(':more 3000 GAS GT @more JUMPI 5 0 MSTORE 32 0 RETURN')
    const burners = Array.from({ length: 119 }, (_, at) =>
      lower(`0x${(0xb0b1_0000 + at).toString(16).padStart(40, '0')}`),
    )
    for (const burner of burners) await sandbox.rpc('anvil_setCode', [burner, code])
    await sandbox.rpc('evm_mine', [])
    // The honest one is in the last transaction.
    const assets = [...burners.map((burner) => asset(burner, 5n)), asset(tokens.usdc, 5n)]
    const {
      simulated,
      calls,
      assets: moved,
      authorizations,
    } = await plan(signer.address, assets).then((made) => ({
      ...made,
      authorizations: made.nonces.map((nonce) => ({
        chainId: '0x1' as Hex,
        address: made.delegate,
        nonce: quantity(nonce),
      })),
    }))
    assert.equal(simulated, true)
    const rescues = calls.filter(({ purpose }) => purpose === 'rescue')
    assert.equal(rescues.length, 4)
    const block = await sandbox.source.head(AbortSignal.timeout(5_000))
    const burned = rescues.reduce((sum, { gasUsed }) => sum + (gasUsed ?? 0n), 0n)
    assert.ok(burned > block.gasLimit, `${burned} gas of ${block.gasLimit}`)
    assert.deepEqual([moved.at(-1)?.received, moved.filter(({ received }) => received === 0n).length], [5n, 119])
    // Sent as planned, each in a block of its own, it moves the honest token.
    const authorizationList = await signAuthorizations(signer, authorizations)
    for (const [at, { to, data }] of calls.entries()) {
      const sets = calls[at - 1]?.purpose === 'deploy' && { authorizationList }
      await sandbox.rpc('eth_sendTransaction', [{ from: actors.friend, to, data, gas: quantity(2n ** 24n), ...sets }])
      await sandbox.rpc('evm_mine', [])
    }
    const balance = { to: tokens.usdc, data: `0x70a08231${SAFE.slice(2).padStart(64, '0')}` }
    assert.equal(BigInt((await sandbox.rpc('eth_call', [balance, 'latest'])) as Hex), 5n)
  })

  test('code of the thief that kills the engine costs what is known of funding, and not the rescue', async () => {
    const { tokens } = sandbox.world
    const signer = await victim('killed')
    const own = lower(signer.address)
    const killed: string[] = []
    // Whatever runs the delegate's code, which is where the account's code is left as it is, dies.
    const deadly: Simulator = {
      ...simulator,
      simulateSequences: async (request) => {
        const runsIt = request.sequences.some(({ stateOverrides = {} }) => stateOverrides[own]?.code === undefined)
        if (!runsIt) return simulator.simulateSequences(request)
        killed.push('sequence')
        throw new SimulationUnavailable('crashed', 'The engine crashed.')
      },
    }
    const made = await plan(signer.address, [asset(tokens.usdc, 5n)], deadly)
    assert.ok(killed.length > 0)
    assert.deepEqual([made.simulated, made.fundingIsSwept, made.assets[0]?.received], [true, null, 5n])
    const { undelegation } = made
    assert.deepEqual(
      [undelegation?.sender, undelegation?.alternative, undelegation?.simulation?.success],
      ['sponsor', null, true],
    )
  })

  test('an account without a delegate has nothing to end, and keeps what it gets', async () => {
    const { actors, tokens } = sandbox.world
    const made = await plan(actors.trader, [asset(tokens.usdc, 5n)])
    assert.deepEqual([made.undelegation, made.fundingIsSwept, made.simulated], [null, false, true])
    assert.ok(made.calls.every(({ publishing }) => publishing?.wei === 0n && publishing.gas === 0n))
  })
})
