import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const POT = parseAbi(['function deposit(uint256 amount)'])
/** The keeper of such a pot may take what it holds. */
const TAKES = 1
const HOUR = 3_600n
const DAY = 24n * HOUR
const WEEK = 7n * DAY
const SIGNERS = ['a1', '5b', 'c3', '2d', 'e5'].map((one): Address => `0x${one.repeat(19)}0e`)
/** Contracts of tools/contracts/src/verdicts. */
const QUORUMS: ReadonlySet<string> = new Set(['PlainQuorum', 'ReplacedOwners', 'SeatedCouncil', 'ClerksCouncil'])
const unusedKey: Address = `0x${'0'.repeat(38)}de`

type Answer = {
  warnings: Finding[]
  privileged: {
    address: Address
    account: string
    commandedBy: Address | null
    delaySeconds: number | null
    threshold: { needed: number; owners: number } | null
  }[]
}

// A pot whose keeper is a contract: what counts is whether one key alone makes that contract act, now.
describe('power over deposits that a contract holds', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const keepers = new Map<string, { keeper: Address; pot: Address }>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader, spender, friend, marketMaker } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    const owners = [spender, friend, marketMaker]
    const wallets: Address[] = []
    for (const one of [spender, spender, spender, friend, marketMaker]) wallets.push(await deploy('OwnedWallet', [one]))
    for (const [name, artifact, args] of [
      ['votes, one needed', 'VoteWallet', [owners, 1n]],
      ['votes, two needed', 'VoteWallet', [owners, 2n]],
      ['votes of three wallets of one owner, two needed', 'VoteWallet', [wallets.slice(0, 3), 2n]],
      ['votes of three wallets of three owners, two needed', 'VoteWallet', [wallets.slice(2), 2n]],
      ['a timelock whose admin halves the delay', 'SteppedTimelock', [spender, false]],
      ['a timelock that sets its own delay', 'SteppedTimelock', [spender, true]],
      ['a queue without a delay', 'DelayedCaller', [spender, 0n]],
      ['a queue of a week', 'DelayedCaller', [spender, WEEK]],
      ['a timelock of two days', 'StatedTimelock', [spender, 2n * DAY, 2n * DAY]],
      ['a timelock of ten hours', 'StatedTimelock', [spender, 10n * HOUR, 10n * HOUR]],
      ['a timelock that states two days and keeps ten hours', 'StatedTimelock', [spender, 2n * DAY, 10n * HOUR]],
      ['a timelock that states two days and keeps ten minutes', 'StatedTimelock', [spender, 2n * DAY, 600n]],
      ['a timelock that states two days and keeps none', 'StatedTimelock', [spender, 2n * DAY, 0n]],
      ['a governor', 'VoteGovernor', [usdc, 7n * DAY, unusedKey]],
      ['a governor of ten minutes', 'VoteGovernor', [usdc, 600n, unusedKey]],
      ['a governor that obeys a key', 'VoteGovernor', [usdc, 7n * DAY, spender]],
      ['a wallet of one owner', 'OwnedWallet', [spender]],
      ['a wallet of the depositor', 'OwnedWallet', [trader]],
      ['a Safe of one signature', sandbox.world.safe.account, []],
      ['a Safe of two signatures', sandbox.world.safe.treasury, []],
      ['signatures, three of five', 'PlainQuorum', [SIGNERS, 3n]],
      ['signatures, three of five, and a lawyer who replaces owners', 'ReplacedOwners', [SIGNERS, 3n]],
      ['a council of five seats, three needed', 'SeatedCouncil', [SIGNERS, 3]],
      ['a council whose clerk fills seats', 'ClerksCouncil', [SIGNERS, 3]],
    ] as const) {
      const keeper = artifact.startsWith('0x')
        ? (artifact as Address)
        : QUORUMS.has(artifact)
          ? await send(initCodeOf(artifact, args))
          : await deploy(artifact as ArtifactName, args)
      const pot = await deploy('TokenPot', [BigInt(TAKES), keeper, usdc])
      await sandbox.send({ from: trader, to: usdc, data: approve(pot, units(1_000_000, 6)) })
      const data = encodeFunctionData({ abi: POT, functionName: 'deposit', args: [units(700, 6)] })
      await sandbox.send({ from: trader, to: pot, data })
      keepers.set(name, { keeper, pot })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: ArtifactName, args: readonly unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    return send(encodeDeployData({ abi, bytecode, args: [...args] }))
  }

  async function send(data: Hex): Promise<Address> {
    const sent = { from: sandbox.world.actors.spender, data, gas: '0x4c4b40' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    return ((await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }).contractAddress
  }

  async function scansOf(name: string) {
    const { keeper, pot } = keepers.get(name) as { keeper: Address; pot: Address }
    const options = { deadlineMs: 25_000 }
    const data = encodeFunctionData({ abi: POT, functionName: 'deposit', args: [units(500, 6)] })
    const body = { chain: 'ethereum', from: sandbox.world.actors.trader, to: pot, data, options }
    const deposit = (await service.scan(body)) as { warnings: Finding[] }
    const { json } = await service.ask('/v1/scan/contract', { chain: 'ethereum', address: pot, options })
    const contract = json.data as Answer
    const holder = contract.privileged.find(({ address }) => address.toLowerCase() === keeper.toLowerCase())
    const found = deposit.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
    const power = contract.warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')
    return { holder, found, power }
  }

  for (const [name, kind] of [
    ['votes, one needed', 'contract'],
    ['votes of three wallets of one owner, two needed', 'contract'],
    ['a timelock whose admin halves the delay', 'timelock'],
    ['a queue without a delay', 'contract'],
    ['a timelock that states two days and keeps none', 'timelock'],
    ['a timelock that states two days and keeps ten minutes', 'timelock'],
    ['a governor that obeys a key', 'contract'],
    ['a wallet of one owner', 'contract'],
    ['a Safe of one signature', 'multisig'],
  ] as const)
    test(`${name}: one key commands it, as if the key held the power`, async () => {
      const { holder, found, power } = await scansOf(name)
      assert.equal(found?.severity, 'high', JSON.stringify(found))
      assert.match(String(found.description), /commanded by 0x/)
      assert.equal(power?.severity, 'high', JSON.stringify(power))
      assert.match(power.description, /^A single key \(0x/)
      assert.equal(holder?.account, kind)
      assert.ok(holder.commandedBy !== null)
    })

  for (const [name, severity] of [
    ['votes, two needed', 'low'],
    ['votes of three wallets of three owners, two needed', 'low'],
    ['signatures, three of five', 'low'],
    ['signatures, three of five, and a lawyer who replaces owners', 'medium'],
    ['a council of five seats, three needed', 'low'],
    ['a council whose clerk fills seats', 'medium'],
    ['a timelock that sets its own delay', 'low'],
    ['a queue of a week', 'medium'],
    ['a Safe of two signatures', 'low'],
    ['a timelock of two days', 'low'],
    ['a timelock of ten hours', 'medium'],
    ['a timelock that states two days and keeps ten hours', 'medium'],
    ['a governor', 'medium'],
  ] as const)
    test(`${name}: no key commands it alone and at once`, async () => {
      const { holder, found, power } = await scansOf(name)
      assert.equal(found?.severity, 'low', JSON.stringify(found))
      assert.equal(power?.severity, severity, JSON.stringify(power))
      assert.equal(holder?.commandedBy ?? null, null)
    })

  for (const [name, needed, owners] of [
    ['votes, two needed', 2, 3],
    ['votes of three wallets of three owners, two needed', 2, 3],
    ['signatures, three of five', 3, 5],
    ['a council of five seats, three needed', 3, 5],
    ['a Safe of two signatures', 2, 3],
  ] as const)
    test(`${name}: so many signers are told`, async () => {
      const { holder, power } = await scansOf(name)
      assert.equal(holder?.account, 'multisig', JSON.stringify(holder))
      assert.deepEqual(holder.threshold, { needed, owners })
      assert.match(String(power?.description), new RegExp(`^A multisig of ${needed} of ${owners} signers \\(`))
    })

  for (const [name, kind, least, most] of [
    ['a timelock of two days', 'timelock', 172_800, 172_800],
    ['a timelock of ten hours', 'timelock', 36_000, 36_000],
    ['a timelock that states two days and keeps ten hours', 'timelock', 35_000, 37_000],
    ['a governor', 'governor', 691_200, 691_200],
    ['a governor of ten minutes', 'governor', 87_000, 87_000],
  ] as const)
    test(`${name}: the delay is what execution shows`, async () => {
      const { holder } = await scansOf(name)
      assert.equal(holder?.account, kind, JSON.stringify(holder))
      const seconds = holder.delaySeconds ?? 0
      assert.ok(seconds >= least && seconds <= most, JSON.stringify(holder))
    })

  test('a wallet of the depositor: its own command is no danger to it, and one to others', async () => {
    const { holder, found, power } = await scansOf('a wallet of the depositor')
    assert.equal(found?.severity, 'low', JSON.stringify(found))
    assert.equal(power?.severity, 'high', JSON.stringify(power))
    assert.equal(holder?.commandedBy?.toLowerCase(), sandbox.world.actors.trader.toLowerCase())
  })
})
