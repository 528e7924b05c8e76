import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, keccak256, parseEther, stringToHex } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
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
  const shares: Address[] = []
  const shareOf = (at: number) => shares[at] ?? assert.fail('not created')
  const deposit = callDataOf('IdShares', 'deposit', [units(400, 6)])

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
    // Kept by operators, by a keeper, by any account, and by operators with a deposit in it.
    for (const mover of [0, 1, 2, 0]) {
      const made = await create(initCodeOf('IdShares', [world.tokens.usdc, mover]), world.actors.spender)
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: approve(made, units(900, 6)) })
      shares.push(made)
    }
    await sandbox.send({ from: trader, to: shareOf(3), data: deposit })
    for (const [account, ofAll] of [
      [world.actors.buyerOne, false],
      [world.actors.friend, true],
    ] as const) {
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: transfer(account, units(2_000, 6)) })
      const code = await create(initCodeOf('KeyedAccount', [ofAll]), world.actors.spender)
      await sandbox.rpc('anvil_setCode', [account, `0xef0100${code.slice(2)}`])
    }
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
    return create(encodeDeployData({ abi, bytecode, args }))
  }

  async function create(data: Hex, from = world.actors.trader): Promise<Address> {
    const hash = await sandbox.rpc('eth_sendTransaction', [{ from, data, gas: '0x4c4b40' }])
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

  async function scan(to: Address, data: Hex, from = world.actors.trader): Promise<Answer> {
    const body = { chain: 'ethereum', from, to, data, value: '0' }
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

  describe('shares that are an amount of an id (ERC-6909)', () => {
    const ids = ({ warnings }: Answer) => warnings.map(({ id, severity }) => `${id}:${severity}`)

    test('a deposit is exchanged for them; a keeper or any account that moves them takes it', async () => {
      const own = await scan(shareOf(0), deposit)
      assert.equal(own.recommendation, 'PROCEED', seen(own))
      for (const [mover, taker] of [
        [1, /the creator\) can take your deposit of 400 USDC/],
        [2, /^Any account can take your deposit of 400 USDC/],
      ] as const) {
        const answer = await scan(shareOf(mover), deposit)
        const told = answer.warnings.filter(({ id }) => id === 'owner-withdrawal-of-deposits')
        assert.match(told.map(({ description }) => description).join(), taker, seen(answer))
      }
    })

    test('an operator and an amount of one id are grants; their end and a small amount for a contract are quiet', async () => {
      const calls = (name: string, args: readonly unknown[]) => scan(shareOf(3), callDataOf('IdShares', name, args))
      const [operator, amount, none, nothing, small] = [
        await calls('setOperator', [STRANGER, true]),
        await calls('approve', [STRANGER, 1n, units(400, 6)]),
        await calls('setOperator', [STRANGER, false]),
        await calls('approve', [STRANGER, 1n, 0n]),
        await calls('approve', [vault, 1n, units(10, 6)]),
      ]
      assert.ok(ids(operator).includes('operator-approval-to-eoa:critical'), seen(operator))
      assert.ok(
        ids(amount).some((one) => one.startsWith('approval-to-eoa:')),
        seen(amount),
      )
      for (const answer of [none, nothing]) assert.equal(answer.recommendation, 'PROCEED', seen(answer))
      assert.ok(ids(small).includes('limited-approval-to-unknown-contract:low'), seen(small))
      const sent = await calls('transfer', [world.actors.friend, 1n, units(40, 6)])
      assert.ok(!ids(sent).some((one) => one.startsWith('nft-sold-for-nothing')), seen(sent))
    })
  })

  test('a key that names the coin: a limit of each payment is none of all, and a limit of all is told as that', async () => {
    const { friend, buyerOne } = world.actors
    for (const [ofAll, severity, told] of [
      [false, 'critical', /can take 25 USDC of yours by .* and as much again by each of 12 such calls/],
      [true, 'medium', /can take 25 USDC of yours by .* and no more of it by a second such call/],
    ] as const) {
      const answer = await scan(
        ofAll ? friend : buyerOne,
        callDataOf('KeyedAccount', 'allow', [STRANGER, units(25, 6)]),
        ofAll ? friend : buyerOne,
      )
      const [first] = found(answer).filter(({ description }) => told.test(description))
      assert.equal(first?.severity, severity, seen(answer))
    }
  })
})
