import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseEther,
  stringToHex,
} from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = { riskScore: number; recommendation: string; unknown: string[]; warnings: Finding[] }

const STRANGER: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
/** Not deployed yet: its creator chooses the code later. */
const FUTURE = getContractAddress({
  opcode: 'CREATE2',
  from: '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  salt: keccak256(stringToHex('later')),
  bytecodeHash: keccak256(stringToHex('any')),
}).toLowerCase() as Address
const HASH = keccak256(stringToHex('only the attacker knows it'))
const PLUGIN = keccak256(stringToHex('plug-in'))
const ID = 'right-over-your-assets'

// A word that the transaction stores decides who is paid later: no call of a named account shows it.
describe('rights behind a registry, a secret, a proof or a signature', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  let secrets: Address
  let registry: Address
  let empty: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { trader } = world.actors
    secrets = await deploy('SecretVault')
    empty = await deploy('SecretVault')
    registry = await deploy('RightsRegistry', [PLUGIN, STRANGER])
    const vault = await deploy('RegistryVault', [registry])
    for (const [from, value] of [
      [trader, '2'],
      [world.actors.exchange, '5'],
    ] as const) {
      await sandbox.send({ from, to: secrets, data: dataOf('SecretVault', 'deposit'), value: parseEther(value) })
      await sandbox.send({ from, to: vault, data: dataOf('RegistryVault', 'deposit'), value: parseEther(value) })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
    // The first contract scan starts the engine: cut short, its judgement would be kept for the scans below.
    for (const address of [secrets, registry])
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

  function dataOf(name: ArtifactName, functionName: string, args: readonly unknown[] = []): Hex {
    return encodeFunctionData({ abi: readArtifact(name).abi, functionName, args })
  }

  async function scan(to: Address, data: Hex, value = 0n): Promise<Answer> {
    const body = { chain: 'ethereum', from: world.actors.trader, to, data, value: String(value) }
    const { status, json } = await service.ask('/v1/scan/transaction', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const onSecrets = (name: string, args: readonly unknown[], to = secrets) =>
    scan(to, dataOf('SecretVault', name, args))
  const onRegistry = (name: string, args: readonly unknown[]) => scan(registry, dataOf('RightsRegistry', name, args))

  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`
  const found = ({ warnings }: Answer) => warnings.find(({ id }) => id === ID)
  function quiet(answer: Answer) {
    assert.equal(found(answer), undefined, seen(answer))
    assert.equal(answer.recommendation, 'PROCEED', seen(answer))
    assert.ok(!answer.unknown.includes('rights'), seen(answer))
  }
  function loud(answer: Answer, call: RegExp, holder = STRANGER) {
    assert.match(answer.recommendation, /CAUTION|BLOCK/, seen(answer))
    const finding = found(answer)
    assert.equal(finding?.severity, 'critical', seen(answer))
    assert.match(finding.description, call)
    assert.equal(String(finding.evidence.holder).toLowerCase(), holder)
  }
  function named(answer: Answer) {
    assert.equal(answer.recommendation, 'REVIEW', seen(answer))
    assert.ok(answer.riskScore >= 40, seen(answer))
    assert.ok(answer.unknown.includes('rights'), seen(answer))
    assert.equal(found(answer), undefined, seen(answer))
  }

  test('a hash whose secret opens the deposit is unknown and for review', async () => {
    named(await onSecrets('setKeyHash', [HASH]))
  })

  test('the root of a list of receivers, and a ticket in a mapping, are unknown and for review', async () => {
    named(await onSecrets('setRoot', [HASH]))
    named(await onSecrets('addTicket', [HASH]))
  })

  test('a signer, packed with a time or in a mapping of sessions, is loud', async () => {
    loud(await onSecrets('setSigner', [STRANGER]), /can take 2 ETH of yours by/)
    loud(await onSecrets('addSession', [STRANGER]), /can take 2 ETH of yours by/)
  })

  test('a guardian who recovers the deposit in two calls is loud', async () => {
    loud(await onSecrets('setGuardian', [STRANGER]), /can take 2 ETH of yours within 30 days/)
  })

  test('entries that decide no payment are quiet', async () => {
    quiet(await onSecrets('setProfile', [HASH]))
    quiet(await onSecrets('setReferral', [HASH]))
    quiet(await onSecrets('commit', [HASH]))
    quiet(await onSecrets('cancelOrder', [HASH]))
    quiet(await onSecrets('setViewer', [STRANGER]))
  })

  test('the same entries are quiet without a deposit, and for the own account', async () => {
    for (const name of ['setKeyHash', 'setRoot', 'addTicket']) quiet(await onSecrets(name, [HASH], empty))
    for (const name of ['setSigner', 'addSession', 'setGuardian']) quiet(await onSecrets(name, [world.actors.trader]))
  })

  test('a manager in a registry that a vault obeys is loud, also before its code exists', async () => {
    loud(await onRegistry('setManager', [STRANGER]), /can take 2 ETH of yours by/)
    loud(await onRegistry('setManager', [FUTURE]), /can take 2 ETH of yours by/, FUTURE)
    loud(await onRegistry('setManagerFor', [HASH, STRANGER]), /can take 2 ETH of yours by/)
  })

  test('a plug-in that the registry knows by its id is loud, an unknown id is quiet', async () => {
    loud(await onRegistry('enable', [PLUGIN]), /can take 2 ETH of yours by/)
    quiet(await onRegistry('enable', [HASH]))
  })

  test('a message for the vault that names a stranger is unknown and for review', async () => {
    const typedData = {
      primaryType: 'Session',
      types: {
        Session: [
          { name: 'key', type: 'address' },
          { name: 'limit', type: 'uint256' },
        ],
      },
      domain: { name: 'Vault', version: '1', chainId: 1, verifyingContract: secrets },
      message: { key: STRANGER, limit: String(parseEther('2')) },
    }
    const body = { chain: 'ethereum', address: world.actors.trader, typedData }
    const { status, json } = await service.ask('/v1/scan/message', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    const answer = json.data as Answer
    assert.notEqual(answer.recommendation, 'PROCEED', seen(answer))
    assert.ok(answer.riskScore >= 40 && answer.unknown.length > 0, seen(answer))
  })

  test('an entry of the registry that no vault reads is quiet', async () => {
    quiet(await onRegistry('setProfile', [STRANGER, HASH]))
  })
})
