import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import {
  approve,
  approveAll,
  safeCall,
  swapNativeForTokens,
  swapTokensForNative,
  UNLIMITED,
} from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { permitOf } from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const LEVELS = ['safe', 'low', 'medium', 'high', 'critical']
const CLAIM: Hex = '0x4e71d92d'
const RULES = [
  'call-to-dangerous-contract',
  'approval-to-dangerous-contract',
  'control-given-to-dangerous-contract',
  'signature-for-dangerous-contract',
]
/** Slot of the caller in a mapping at slot 2. */
const CREDIT = 'CALLER 0 MSTORE 2 32 MSTORE 64 0 KECCAK256'
/** deposit(), withdraw() of what one paid in, and for the account in slot 0: rescue() of everything, or of what no depositor owns. */
const bank = (rescued: string): Hex =>
  assemble(`0 CALLDATALOAD 224 SHR
    DUP1 ${toFunctionSelector('deposit()')} EQ @deposit JUMPI
    DUP1 ${toFunctionSelector('withdraw()')} EQ @withdraw JUMPI
    DUP1 ${toFunctionSelector('rescue()')} EQ @rescue JUMPI 0 0 REVERT
    :deposit ${CREDIT} SLOAD CALLVALUE ADD ${CREDIT} SSTORE 1 SLOAD CALLVALUE ADD 1 SSTORE STOP
    :withdraw CALLVALUE @fail JUMPI ${CREDIT} SLOAD 0 ${CREDIT} SSTORE DUP1 1 SLOAD SUB 1 SSTORE
      0 0 0 0 DUP5 CALLER GAS CALL ISZERO @fail JUMPI STOP
    :rescue CALLVALUE @fail JUMPI CALLER 0 SLOAD EQ ISZERO @fail JUMPI 0 0 0 0 ${rescued} CALLER GAS CALL ISZERO @fail JUMPI STOP
    :fail 0 0 REVERT`)
const OWNED_BY_CREATOR = 'CALLER 0 SSTORE'

type Answer = { riskScore: number; riskLevel: string; recommendation: string; unknown: string[]; warnings: Finding[] }
type Asked = {
  chain?: 'ethereum'
  from: Address
  to?: Address
  data?: Hex
  value?: string
  calls?: object[]
  options?: object
}

// What the contract scan calls dangerous is at least as dangerous to call, to approve and to sign for; what only comes back is not.
describe('contracts that the contract scan calls dangerous', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  let theirs: Address
  let honest: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    theirs = await deploy(bank('SELFBALANCE'))
    honest = await deploy(bank('1 SLOAD SELFBALANCE SUB'))
    const { trader, friend } = world.actors
    for (const to of [theirs, honest])
      for (const from of [trader, friend])
        await sandbox.send({ from, to, data: toFunctionSelector('deposit()'), value: 10n ** 17n })
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(runtime: Hex): Promise<Address> {
    const made = deployer(runtime, OWNED_BY_CREATOR)
    const sent = { from: world.actors.spender, data: made, gas: '0x1e8480' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  const answerOf = async (path: string, body: object): Promise<Answer> => {
    const { status, json } = await service.ask(path, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const scan = ({ options = {}, ...body }: Asked) =>
    answerOf('/v1/scan/transaction', { chain: 'ethereum', ...body, options: { deadlineMs: 20_000, ...options } })
  const contract = (address: Address) =>
    answerOf('/v1/scan/contract', { address, chain: 'ethereum', options: { deadlineMs: 20_000 } })
  const seen = ({ riskScore, riskLevel, warnings, unknown }: Answer) =>
    `${riskScore} ${riskLevel} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`
  const accused = ({ warnings }: Answer) => warnings.filter(({ id }) => RULES.includes(id))
  const isAtLeast = (answer: Answer, level: string) => LEVELS.indexOf(answer.riskLevel) >= LEVELS.indexOf(level)

  test('a call and an approval are never less risky than the contract, whatever the contract is', async () => {
    const { traps, tokens, honest: people, proxies, listed, nfts, actors } = world
    const others = { upgradeable: proxies.upgradeable, items: nfts.items, young: tokens.honest }
    const addresses = [traps, people, listed, others]
    for (const address of addresses.flatMap((group) => Object.values(group) as Address[])) {
      const { riskLevel: level } = await contract(address)
      const isDangerous = level === 'high' || level === 'critical'
      const uses: Asked[] = [
        { from: actors.trader, to: address, data: CLAIM },
        { from: actors.trader, to: address, data: CLAIM, options: { simulate: false } },
        { from: actors.trader, to: tokens.usdc, data: approve(address, 1n) },
      ]
      for (const answer of await Promise.all(uses.map(scan))) {
        const found = accused(answer)
        assert.ok(!isDangerous || isAtLeast(answer, level), `${address} is ${level}: ${seen(answer)}`)
        // A medium may say no more than that little is known, and then stays with the contract.
        if (level !== 'medium') assert.equal(found.length > 0, isDangerous, `${address} is ${level}: ${seen(answer)}`)
        assert.ok(!answer.unknown.includes('contractScan'), seen(answer))
      }
    }
  })

  test('a claim without any effect is to be blocked, and says what the contract does', async () => {
    const answer = await scan({ from: world.actors.trader, to: world.traps.drainer, data: CLAIM })
    const [found] = accused(answer)
    assert.equal(answer.recommendation, 'BLOCK', seen(answer))
    assert.ok(found)
    assert.match(found.description, /^You call 0x.*rates this contract critical \(\d+ of 100\) at block \d+: /)
    assert.ok((found.evidence.contractFindings as string[]).includes('approved-token-drainer'))
  })

  test('so it is inside a bundle, a Safe and a multicall, and as an operator', async () => {
    const { actors, traps, safe, multicall3, nfts } = world
    const multicall = encodeFunctionData({
      abi: parseAbi([
        'struct Call3 { address target; bool allowFailure; bytes callData; }',
        'function aggregate3(Call3[] calls) payable returns ((bool, bytes)[] results)',
      ]),
      functionName: 'aggregate3',
      args: [[{ target: traps.drainer, allowFailure: true, callData: CLAIM }]],
    })
    const bodies: Asked[] = [
      {
        from: actors.trader,
        calls: [
          { to: world.tokens.usdc, data: approve(world.dex.v2Router, 5n) },
          { to: traps.drainer, data: CLAIM },
        ],
      },
      { from: actors.trader, to: safe.account, data: safeCall(actors.trader, traps.drainer, CLAIM) },
      { from: actors.trader, to: multicall3, data: multicall },
      { from: actors.collector, to: nfts.items, data: approveAll(traps.drainer) },
    ]
    for (const body of bodies) {
      const answer = await scan(body)
      assert.ok(accused(answer).length > 0, seen(answer))
      assert.equal(answer.recommendation, 'BLOCK', seen(answer))
    }
  })

  test('a permit for it is to be blocked, one for its honest twin is not accused', async () => {
    const sign = (spender: Address) =>
      answerOf('/v1/scan/message', {
        address: world.actors.trader,
        chain: 'ethereum',
        typedData: permitOf(world, spender, 1n),
        options: { deadlineMs: 20_000 },
      })
    const permit = await sign(world.traps.switched)
    assert.deepEqual(
      accused(permit).map(({ id, severity }) => `${id} ${severity}`),
      ['signature-for-dangerous-contract critical'],
    )
    assert.equal(permit.recommendation, 'BLOCK', seen(permit))
    assert.deepEqual(accused(await sign(world.honest.airdrop)), [])
  })

  test('paying in is as risky as the bank, taking out is not; at the honest bank neither is', async () => {
    const { trader } = world.actors
    const call = (to: Address, name: string, value = '0') =>
      scan({ from: trader, to, value, data: toFunctionSelector(name) })
    const [danger, twin] = [await contract(theirs), await contract(honest)]
    assert.ok(isAtLeast(danger, 'high'), seen(danger))
    // Medium only for being new, which makes no call of it risky.
    assert.ok(!isAtLeast(twin, 'high'), seen(twin))
    const deposit = await call(theirs, 'deposit()', '100000000000000000')
    assert.equal(accused(deposit).length, 1, seen(deposit))
    assert.ok(isAtLeast(deposit, danger.riskLevel), seen(deposit))
    const withdrawal = await call(theirs, 'withdraw()')
    assert.deepEqual(accused(withdrawal), [], seen(withdrawal))
    assert.equal(withdrawal.recommendation, 'PROCEED', seen(withdrawal))
    const swap = {
      to: world.dex.v2Router,
      value: '10000000000000000',
      data: swapNativeForTokens([world.tokens.wrapped, world.tokens.usdc], trader),
    }
    const beside = await scan({ from: trader, calls: [{ to: theirs, data: toFunctionSelector('withdraw()') }, swap] })
    assert.deepEqual(accused(beside), [], seen(beside))
    const paidIn = await scan({
      from: trader,
      calls: [{ to: theirs, value: '10000000000000000', data: toFunctionSelector('deposit()') }, swap],
    })
    assert.equal(accused(paidIn).length, 1, seen(paidIn))
    // Not executed, nothing shows that it only takes back.
    const unseen = await scan({
      from: trader,
      to: theirs,
      data: toFunctionSelector('withdraw()'),
      options: { simulate: false },
    })
    assert.equal(accused(unseen).length, 1, seen(unseen))
    for (const answer of [await call(honest, 'deposit()', '100000000000000000'), await call(honest, 'withdraw()')])
      assert.deepEqual(accused(answer), [], seen(answer))
  })

  test('a dangerous token may be sold, given away and its allowance taken back', async () => {
    const { actors, traps, tokens, dex } = world
    const from = actors.buyerThree
    const sale = swapTokensForNative(units(100, 18), [traps.ruggable, tokens.wrapped], from)
    const toRouter = { to: traps.ruggable, data: approve(dex.v2Router, UNLIMITED) }
    const bodies: Asked[] = [
      { from, ...toRouter },
      { from, ...toRouter, options: { simulate: false } },
      { from, to: traps.ruggable, data: approve(traps.drainer, 0n) },
      { from, calls: [toRouter, { to: dex.v2Router, data: sale }] },
      { from: actors.careless, to: tokens.dai, data: approve(traps.drainer, 0n) },
    ]
    for (const body of bodies) {
      const answer = await scan(body)
      assert.deepEqual(accused(answer), [], seen(answer))
      assert.ok(!isAtLeast(answer, 'high'), seen(answer))
    }
    const toDrainer = await scan({ from, to: traps.ruggable, data: approve(traps.drainer, 1n) })
    assert.equal(toDrainer.recommendation, 'BLOCK', seen(toDrainer))
  })

  test('a judgement is reused without another scan, and new code is judged anew', async () => {
    const ask = async () => {
      const began = performance.now()
      const answer = await scan({ from: world.actors.friend, to: honest, data: toFunctionSelector('withdraw()') })
      return { answer, took: performance.now() - began }
    }
    assert.deepEqual(accused((await ask()).answer), [])
    await sandbox.rpc('anvil_setCode', [honest, bank('SELFBALANCE')])
    await sandbox.rpc('evm_mine', [])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const deposit = await scan({
      from: world.actors.friend,
      to: honest,
      value: '1000',
      data: toFunctionSelector('deposit()'),
    })
    assert.equal(accused(deposit).length, 1, seen(deposit))
  })
})
