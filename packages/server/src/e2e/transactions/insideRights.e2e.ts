import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, keccak256, parseEther, stringToHex } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = { riskScore: number; recommendation: string; unknown: string[]; warnings: Finding[] }

const STRANGER: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
const ZERO: Address = `0x${'0'.repeat(40)}`
const HASH = keccak256(stringToHex('only the attacker knows it'))
const ID = 'right-over-your-assets'
const SALT = 7n

// Nothing is paid by the call that the named account makes: it moves the deposit inside, or the contract that pays is another one.
describe('rights used in steps, inside, in another contract or packed', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  let vault: Address
  let empty: Address
  let claims: Address
  let levels: Address
  let wallet: Address
  let shared: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { trader, exchange } = world.actors
    vault = await deploy('InsideVault')
    empty = await deploy('InsideVault')
    claims = await deploy('OperatorClaims', [world.tokens.usdc])
    levels = await deploy('LevelRegistry', [ZERO])
    shared = await deploy('LevelRegistry', [STRANGER])
    for (const [from, value] of [
      [trader, '2'],
      [exchange, '5'],
    ] as const)
      await sandbox.send({ from, to: vault, data: dataOf('InsideVault', 'deposit'), value: parseEther(value) })
    for (const from of [trader, exchange]) {
      await sandbox.send({ from, to: world.tokens.usdc, data: approve(claims, units(900, 6)) })
      await sandbox.send({ from, to: claims, data: dataOf('OperatorClaims', 'deposit', [4n, units(900, 6)]) })
    }
    await sandbox.send({ from: trader, to: levels, data: dataOf('LevelRegistry', 'open', [SALT]) })
    wallet = await walletOf(levels)
    for (const to of [wallet, await walletOf(shared)])
      await sandbox.send({ from: exchange, to, data: '0x', value: parseEther('2') })
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
    // The first contract scan starts the engine: cut short, its judgement would be kept for the scans below.
    for (const address of [vault, claims, levels])
      await service.ask('/v1/scan/contract', { chain: 'ethereum', address, options: { deadlineMs: 20_000 } })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: ArtifactName, args: unknown[] = []): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    const data = encodeDeployData({ abi, bytecode, args })
    const hash = await sandbox.rpc('eth_sendTransaction', [{ from: world.actors.trader, data, gas: '0x4c4b40' }])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  async function walletOf(registry: Address): Promise<Address> {
    const data = dataOf('LevelRegistry', 'walletOf', [world.actors.trader, SALT])
    const answer = (await sandbox.rpc('eth_call', [{ to: registry, data }, 'latest'])) as Hex
    return `0x${answer.slice(26)}`
  }

  function dataOf(name: ArtifactName, functionName: string, args: readonly unknown[] = []): Hex {
    return encodeFunctionData({ abi: readArtifact(name).abi, functionName, args })
  }

  async function scan(to: Address, data: Hex): Promise<Answer> {
    const body = { chain: 'ethereum', from: world.actors.trader, to, data, value: '0' }
    const { status, json } = await service.ask('/v1/scan/transaction', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const onVault = (name: string, args: readonly unknown[], to = vault) => scan(to, dataOf('InsideVault', name, args))
  const packed = (flags: bigint) => (BigInt(STRANGER) << 96n) | flags

  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity, description }) => `${id}:${severity} ${description}`)}; unknown: ${unknown}`
  const found = ({ warnings }: Answer) => warnings.filter(({ id }) => id === ID)
  function quiet(answer: Answer) {
    assert.deepEqual(found(answer), [], seen(answer))
    assert.equal(answer.recommendation, 'PROCEED', seen(answer))
    assert.ok(!answer.unknown.includes('rights'), seen(answer))
  }
  function loud(answer: Answer, call: RegExp) {
    assert.match(answer.recommendation, /CAUTION|BLOCK/, seen(answer))
    const [finding, ...others] = found(answer)
    assert.equal(finding?.severity, 'critical', seen(answer))
    assert.equal(others.length, 0, seen(answer))
    assert.match(finding.description, call)
    assert.equal(String(finding.evidence.holder).toLowerCase(), STRANGER)
  }

  test('a guardian who moves the deposit inside, at once or a day after asking, is loud', async () => {
    loud(await onVault('setGuardian', [STRANGER]), /can take 2 ETH of yours by/)
    loud(await onVault('setRecoverer', [STRANGER]), /can take 2 ETH of yours within 30 days/)
  })

  test('a nominee who accepts before it pays out is loud', async () => {
    loud(await onVault('nominate', [STRANGER]), /can take 2 ETH of yours/)
  })

  test('an account beside its permissions in a word, or unaligned in bytes, is loud', async () => {
    loud(await onVault('setPermissions', [packed(2n)]), /can take 2 ETH of yours by/)
    loud(await onVault('setPermissionsOf', [`0x02${STRANGER.slice(2)}`]), /can take 2 ETH of yours by/)
  })

  test('a hash whose secret moves the deposit inside is unknown and for review', async () => {
    const answer = await onVault('setHeirHash', [HASH])
    assert.equal(answer.recommendation, 'REVIEW', seen(answer))
    assert.ok(answer.unknown.includes('rights'), seen(answer))
    assert.deepEqual(found(answer), [], seen(answer))
  })

  test('permissions without a payment are quiet', async () => {
    quiet(await onVault('setPermissions', [packed(1n)]))
    quiet(await onVault('setPermissions', [packed(4n)]))
    quiet(await onVault('setPermissionsOf', [`0x01${STRANGER.slice(2)}`]))
  })

  test('the same entries are quiet without a deposit, and for the own account', async () => {
    for (const name of ['setGuardian', 'setRecoverer', 'nominate']) {
      quiet(await onVault(name, [STRANGER], empty))
      quiet(await onVault(name, [world.actors.trader]))
    }
    quiet(await onVault('setPermissions', [packed(2n)], empty))
    quiet(await onVault('setHeirHash', [HASH], empty))
  })

  test('an operator of ERC-6909 claims is loud, one removed is quiet', async () => {
    const set = (approved: boolean) => dataOf('OperatorClaims', 'setOperator', [STRANGER, approved])
    loud(await scan(claims, set(true)), /can take 900 USDC of yours by/)
    quiet(await scan(claims, set(false)))
  })

  test('a level in a registry that the own wallet asks is loud, an avatar there is quiet', async () => {
    loud(await scan(levels, dataOf('LevelRegistry', 'setLevel', [wallet, STRANGER, 5n])), /can take 2 ETH of yours by/)
    quiet(await scan(levels, dataOf('LevelRegistry', 'setLevel', [wallet, STRANGER, 1n])))
    quiet(await scan(levels, dataOf('LevelRegistry', 'setAvatar', [wallet, STRANGER])))
  })

  test('a second owner that the factory gives to a new wallet with coins is loud', async () => {
    loud(await scan(shared, dataOf('LevelRegistry', 'open', [SALT])), /can take 2 ETH of yours by/)
    quiet(await scan(levels, dataOf('LevelRegistry', 'open', [SALT + 1n])))
  })
})
