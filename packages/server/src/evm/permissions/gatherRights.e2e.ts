import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission, Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import type { RightStandard, WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import { encodeDeployData, encodeFunctionData, getContractAddress, parseAbi, toEventSelector } from 'viem/utils'
import { accountFact } from '../../intel/accountFact.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { knows } from '../../intel/testing/knows.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { safeCall } from '../../sandbox/history/calls.ts'
import { planRevocations } from '../revocation/planRevocations.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { gatherWalletContract } from '../walletContract/gatherWalletContract.ts'
import { gatherRights, type RightPorts } from './gatherRights.ts'

const lower = (address: Address) => address.toLowerCase() as Address
const ABI = parseAbi([
  'function authorizeOperator(address operator)',
  'function setOperator(address operator, bool approved)',
  'function approve(address spender, uint256 id, uint256 amount)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function delegate(address delegatee)',
  'function setAuthorization(address authorized, bool allowed)',
  'function setRelayerApproval(address sender, address relayer, bool approved)',
  'function delegateAll(address to, bytes32 rights, bool enable)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
])
const NO_RIGHTS: Hex = `0x${'0'.repeat(64)}`
const USDC_ALLOWED = 250_000_000n

describe('rights beside token approvals', () => {
  let sandbox: OpenSandbox
  let simulator: Simulator
  let keeper: Address
  before(async () => {
    sandbox = await openSandbox('ethereum')
    simulator = createSimulator({ sources: { ethereum: sandbox.source }, limits: { maxChildren: 1 } })
    const { actors, tokens } = sandbox.world
    const { abi, bytecode } = readArtifact('RightsKeeper')
    const nonce = BigInt((await sandbox.rpc('eth_getTransactionCount', [actors.careless, 'latest'])) as Hex)
    const data = encodeDeployData({ abi, bytecode, args: [tokens.usdc] })
    await sandbox.rpc('eth_sendTransaction', [{ from: actors.careless, data, gas: '0x4c4b40' }])
    await sandbox.rpc('evm_mine', [])
    keeper = lower(getContractAddress({ from: actors.careless, nonce }))
  })
  after(async () => {
    await simulator.close()
    await sandbox[Symbol.asyncDispose]()
  })

  const signal = () => AbortSignal.timeout(30_000)
  async function stateOf(owner: Address) {
    const chain = sandbox.source
    const block = await chain.head(signal())
    const accountOf = (address: Address) => accountFact({ chain, intel: knows() }, { block, address }, signal())
    const account = await accountOf(lower(owner))
    const wallet = await gatherWalletContract({ chain, accountOf }, { block, account }, signal())
    return { chain, block, account, wallet, accountOf }
  }
  async function gather(owner: Address): Promise<WalletRights> {
    const { chain, block, account, wallet, accountOf } = await stateOf(owner)
    const ports: RightPorts = {
      chain,
      account: (_, address) => accountOf(address),
      priceOf: async () => ({ usd: 1, maxUsd: null }) as never,
      isVerified: async () => null,
      isListedToken: () => false,
      delegateActs: async () => assert.fail('no account here has a delegate'),
    }
    return gatherRights(ports, { block, account, wallet, signatures: [] }, signal())
  }
  async function plan(owner: Address, { rights }: WalletRights): Promise<Revocations> {
    const { chain, block, account, wallet } = await stateOf(owner)
    const permissions = rights.map(
      ({ standard, keeper: token, holder: spender, id: tokenId }): Permission => ({
        standard,
        token,
        spender,
        tokenId,
      }),
    )
    const request = { block, account, wallet, permissions, invalidateNonces: false }
    return planRevocations(
      { chain, simulator, delegateActs: async () => ({ acts: [], tried: 0, cut: [] }) },
      request,
      signal(),
    )
  }
  const standards = ({ rights }: WalletRights) => rights.map(({ standard }) => standard).sort()
  const give = (from: Address, functionName: (typeof ABI)[number]['name'], args: readonly unknown[]) =>
    sandbox.send({
      from,
      to: keeper,
      data: encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
    })

  test('every standard is found, valued where it has a price, and ended by one call', async () => {
    const { actors, traps } = sandbox.world
    const { careless: owner } = actors
    const holder = lower(traps.drainer)
    const given: [
      Exclude<RightStandard, `safe-${string}` | `${string}-signature` | 'erc7579-module'>,
      Parameters<typeof give>[1],
      unknown[],
    ][] = [
      ['erc777', 'authorizeOperator', [holder]],
      ['erc6909', 'setOperator', [holder, true]],
      ['erc6909', 'approve', [holder, 7n, 5n]],
      ['credit-delegation', 'approveDelegation', [holder, USDC_ALLOWED]],
      ['vote-delegation', 'delegate', [holder]],
      ['market-authorization', 'setAuthorization', [holder, true]],
      ['relayer-approval', 'setRelayerApproval', [owner, holder, true]],
      ['delegate-registry', 'delegateAll', [holder, NO_RIGHTS, true]],
    ]
    for (const [, name, args] of given) await give(owner, name, args)
    const found = await gather(owner)
    assert.deepEqual(standards(found), given.map(([standard]) => standard).sort())
    assert.ok(found.rights.every((right) => right.holder === holder && right.keeper === keeper && right.grantedAt))
    const one = (standard: RightStandard) => found.rights.find((right) => right.standard === standard)
    const credit = one('credit-delegation')
    assert.deepEqual(
      [credit?.amount, credit?.unlimited, credit?.symbol, credit?.valueAtRiskUsd],
      [USDC_ALLOWED, false, 'USDC', 250],
    )
    assert.equal(one('erc777')?.valueAtRiskUsd, 1_000)
    assert.deepEqual([found.complete, found.cut, found.unconfirmed], [true, [], []])

    const ends = await plan(owner, found)
    assert.deepEqual(ends.skipped, [])
    assert.ok(
      ends.transactions.every(({ simulation, permissions }) => simulation?.success && permissions[0]?.after === 0n),
    )
    for (const { to, data } of ends.transactions) await sandbox.send({ from: owner, to, data })
    assert.deepEqual(standards(await gather(owner)), [])
  })

  test('votes that the owner keeps, and rights that were taken back, are none', async () => {
    const { trader } = sandbox.world.actors
    await give(trader, 'delegate', [trader])
    await give(trader, 'setOperator', [keeper, true])
    await give(trader, 'setOperator', [keeper, false])
    assert.deepEqual(standards(await gather(trader)), [])
  })

  test('a log of a stranger in the name of the wallet is kept apart, or is nothing', async () => {
    const { actors } = sandbox.world
    const victim = lower(actors.trader)
    const topic = toEventSelector('event AuthorizedOperator(address,address)')
    const liar: Address = '0x00000000000000000000000000000000000011a7'
    // Asked for anything it says yes; called with nothing it logs that it is an operator of the victim.
    const code = assemble(
      `CALLDATASIZE @asked JUMPI ${victim} ADDRESS ${topic} 0 0 LOG3 STOP :asked 1 0 MSTORE 32 0 RETURN`,
    )
    await sandbox.rpc('anvil_setCode', [liar, code])
    await sandbox.rpc('evm_mine', [])
    await sandbox.send({ from: actors.friend, to: liar, data: '0x' })
    const { rights, unconfirmed, complete } = await gather(victim)
    assert.deepEqual(rights, [])
    assert.deepEqual(
      unconfirmed.map(({ standard, keeper: at, reason }) => [standard, at, reason]),
      [['erc777', liar, 'claimed']],
    )
    assert.equal(complete, true)
  })

  test('a stranger who logs rights by the hundred hides none that the wallet gave', async () => {
    const { actors, traps } = sandbox.world
    const victim = lower(actors.trader)
    await give(victim, 'authorizeOperator', [traps.drainer])
    const topic = toEventSelector('event AuthorizedOperator(address,address)')
    const liar: Address = '0x00000000000000000000000000000000000011a8'
    // Asked for anything it says yes; called with nothing it logs 300 operators.
    const code = assemble(
      `CALLDATASIZE @asked JUMPI 300 :more 1 SWAP1 SUB ${victim} DUP2 20000 ADD ${topic} 0 0 LOG3 DUP1 @more JUMPI STOP
       :asked 1 0 MSTORE 32 0 RETURN`,
    )
    await sandbox.rpc('anvil_setCode', [liar, code])
    await sandbox.send({ from: actors.friend, to: liar, data: '0x' })
    const { rights, unconfirmed, cut } = await gather(victim)
    assert.deepEqual(
      rights.map(({ keeper: at, holder, holderAccount }) => [at, holder, holderAccount?.address]),
      [[keeper, lower(traps.drainer), lower(traps.drainer)]],
    )
    assert.equal(unconfirmed.filter(({ keeper: at, reason }) => at === liar && reason === 'claimed').length, 300)
    assert.deepEqual(cut, [])
  })

  test('a right that its holder uses, and so logs itself, stays one', async () => {
    const { actors } = sandbox.world
    const owner = lower(actors.friend)
    const holder = lower(actors.trader)
    const topic = toEventSelector('event BorrowAllowanceDelegated(address,address,address,uint256)')
    const market: Address = '0x00000000000000000000000000000000000011a9'
    // Like Aave's debt tokens it logs the allowance when it is given, and again when it is used by the other account.
    const code = assemble(
      `CALLDATASIZE 68 EQ @asked JUMPI 0 0 MSTORE 5 32 MSTORE ${holder} ${owner} ${topic} 64 0 LOG3 STOP
       :asked 5 0 MSTORE 32 0 RETURN`,
    )
    await sandbox.rpc('anvil_setCode', [market, code])
    await sandbox.send({ from: owner, to: market, data: `0x${'00'.repeat(16)}${holder.slice(2)}` })
    const granted = await gather(owner)
    await sandbox.send({ from: holder, to: market, data: '0x' })
    for (const { rights } of [granted, await gather(owner)])
      assert.deepEqual(
        rights.map(({ standard, keeper: at, amount }) => [standard, at, amount]),
        [['credit-delegation', market, 5n]],
      )
  })

  test('the parts of a Safe: found in its own lists, and removed one after the other', async () => {
    const { actors, safe, honest } = sandbox.world
    const asSafe = (functionName: 'enableModule', args: readonly [Address]) =>
      sandbox.send({
        from: actors.trader,
        to: safe.account,
        data: safeCall(actors.trader, safe.account, encodeFunctionData({ abi: ABI, functionName, args })),
      })
    await asSafe('enableModule', [honest.delegate])
    await asSafe('enableModule', [keeper])
    const found = await gather(safe.account)
    const owners = ['safe-owner', 'safe-owner']
    assert.deepEqual(standards(found), ['safe-fallback-handler', 'safe-module', 'safe-module', ...owners])
    const parts = found.rights.filter(({ standard }) => standard !== 'safe-owner')
    const ends = await plan(safe.account, { ...found, rights: parts })
    assert.deepEqual(ends.skipped, [])
    assert.deepEqual(
      ends.transactions.map(({ method, permissions }) => [method, permissions[0]?.after]),
      [
        ['disableModule', 0n],
        ['disableModule', 0n],
        ['setFallbackHandler', 0n],
      ],
    )
    assert.equal(ends.proposal?.verified, true)
  })
})
