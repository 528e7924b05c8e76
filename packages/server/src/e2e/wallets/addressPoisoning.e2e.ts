import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { resemblance } from '@redoubt/risk/accounts/resemblance.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { concatHex, encodeFunctionData, getContractAddress, keccak256, numberToHex, parseAbi, toHex } from 'viem/utils'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { permitOf } from '../../testing/sandboxMessages.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
])
const ETHER = 10n ** 18n
const FACTORY: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
/** Creates a contract of one STOP, which accepts coins. */
const INIT_CODE: Hex = '0x60016000f3'

/** An address whose ends are those of another. */
const alike = (address: string, middle = 'e'): Address =>
  `${address.slice(0, 7)}${middle.repeat(30)}${address.slice(-5)}`.toLowerCase() as Address
/** A new, unused address; a different one for each name. */
const someone = (name: string): Address => `0x${keccak256(toHex(name)).slice(-40)}`

type Answer = {
  riskScore: number
  recommendation: string
  unknown: string[]
  warnings: { id: string; severity: string; evidence: Record<string, unknown> }[]
}
const lookalike = ({ warnings }: Answer) => warnings.find(({ id }) => /^lookalike-/.test(id)) ?? null

// The whole way, on the sandbox: what makes an address known, and what does not.
describe('address poisoning', () => {
  const world = sandboxWorld('ethereum')
  const { chain, tokens, actors, decimals } = world
  const http = createOperatorFetch()
  let service: ScanService
  let other: ReturnType<typeof createScanClient>
  let ask: ScanService['ask']
  let rpc: NodeRpc

  before(async () => {
    service = await startScanService('test', {}, ON_ETHEREUM)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    const clientOf = async (name: string) => {
      const account = await service.app.store.accounts.create({ name, plan: 'enterprise', operator: false })
      const made = await service.app.store.keys.create({
        accountId: account.id,
        name,
        scopes: ['scan:read', 'wallet:read', 'webhooks:write'],
        environment: 'test',
      })
      return createScanClient(service.url, made.token)
    }
    const mine = await clientOf('mine')
    ask = mine.ask
    closing.push(mine.close)
    other = await clientOf('other')
    closing.push(other.close)
  })
  const closing: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closing) await close()
    await http.close()
    await service.close()
  })

  async function send(from: Address, to: Address, { value = 0n, data = '0x' as Hex } = {}): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x100000' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex } | null
    assert.equal(receipt?.status, '0x1')
  }
  /** A wallet with coins and dollars, which the exchange paid. */
  async function walletOf(name: string): Promise<Address> {
    const wallet = someone(name)
    await send(actors.exchange, wallet, { value: 2n * ETHER })
    const amount = 500n * 10n ** BigInt(decimals.usdc)
    await send(actors.exchange, tokens.usdc, { data: call('transfer', [wallet, amount]) })
    return wallet
  }
  const call = (functionName: 'transfer' | 'transferFrom' | 'approve', args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: ABI, functionName, args } as never)
  async function scan(transaction: object, client: { ask: ScanService['ask'] } = { ask }): Promise<Answer> {
    const body = { chain, options: { deadlineMs: 20_000 }, ...transaction }
    const { status, json } = await client.ask('/v1/scan/transaction', body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const pays = (from: Address, to: Address) => ({ from, to, value: String(ETHER / 100n) })

  test('a recipient paid in coins is known: its lookalike is stopped', async () => {
    const wallet = await walletOf('pays coins')
    const shop = someone('a shop')
    await send(wallet, shop, { value: ETHER / 10n })
    await newHead()
    // The first scan of a busy machine may not wait for the node's index; what it began answers the next.
    await scan(pays(wallet, shop))
    const attack = await scan(pays(wallet, alike(shop)))
    assert.equal(attack.recommendation, 'BLOCK')
    assert.equal(lookalike(attack)?.evidence.knownBy, 'paid')
    const honest = await scan(pays(wallet, shop))
    assert.equal(lookalike(honest), null)
    assert.ok(!honest.warnings.some(({ id }) => id === 'first-interaction'))
    assert.deepEqual(honest.unknown, [])
    const stranger = await scan(pays(await walletOf('pays no shop'), alike(shop)))
    assert.equal(lookalike(stranger), null)
    assert.ok(stranger.warnings.some(({ id }) => id === 'first-interaction'))
  })

  test('dust and a transfer of nothing make a stranger no acquaintance, however early they came', async () => {
    const wallet = await walletOf('is dusted')
    const friend = someone('a friend')
    const bait = alike(friend)
    await send(actors.exchange, bait, { value: ETHER })
    await send(actors.exchange, tokens.usdc, { data: call('transfer', [bait, 10n ** BigInt(decimals.usdc)]) })
    await send(bait, tokens.usdc, { data: call('transfer', [wallet, 1_000n]) })
    await send(bait, wallet, { value: 1n })
    await send(bait, tokens.usdc, { data: call('transferFrom', [wallet, bait, 0n]) })
    const amount = 20n * 10n ** BigInt(decimals.usdc)
    await send(wallet, tokens.usdc, { data: call('transfer', [friend, amount]) })
    await newHead()
    const attack = await scan({ from: wallet, to: tokens.usdc, data: call('transfer', [bait, amount]) })
    assert.equal(attack.recommendation, 'BLOCK')
    assert.deepEqual([lookalike(attack)?.evidence.knownBy, lookalike(attack)?.evidence.baitInHistory], ['paid', true])
    const honest = await scan({ from: wallet, to: tokens.usdc, data: call('transfer', [friend, amount]) })
    assert.equal(lookalike(honest), null)
    // The bait came before the friend ever did: paying the friend for the first time is no mistake.
    const early = await walletOf('is dusted early')
    await send(bait, tokens.usdc, { data: call('transfer', [early, 1_000n]) })
    await newHead()
    assert.equal(
      lookalike(await scan({ from: early, to: tokens.usdc, data: call('transfer', [friend, amount]) })),
      null,
    )
  })

  test('a lookalike of a spender that the wallet approved, or of a protocol, is stopped', async () => {
    const wallet = await walletOf('approves')
    const spender = someone('a desk')
    const amount = 5n * 10n ** BigInt(decimals.usdc)
    await send(wallet, tokens.usdc, { data: call('approve', [spender, amount]) })
    await newHead()
    const approves = (to: Address) => ({ from: wallet, to: tokens.usdc, data: call('approve', [to, amount]) })
    const attack = await scan(approves(alike(spender)))
    assert.equal(attack.recommendation, 'BLOCK')
    assert.equal(lookalike(attack)?.evidence.knownBy, 'approved')
    assert.equal(lookalike(await scan(approves(spender))), null)
    const protocol = await scan(approves(alike(world.dex.v2Router)))
    assert.equal(protocol.recommendation, 'BLOCK')
    assert.equal(lookalike(protocol)?.evidence.knownBy, 'protocol')
    const honest = await scan(approves(world.dex.v2Router))
    assert.deepEqual([honest.recommendation, lookalike(honest)], ['PROCEED', null])
  })

  test('a permit for the lookalike of a known spender is stopped too', async () => {
    const message = (spender: Address) => ({
      typedData: permitOf(world, spender, 5_000_000n),
      address: actors.trader,
      chain,
    })
    const read = async (spender: Address) => {
      const { status, json } = await ask('/v1/scan/message', { ...message(spender), options: { deadlineMs: 20_000 } })
      assert.equal(status, 200, JSON.stringify(json))
      return json.data as Answer
    }
    const attack = await read(alike(world.dex.v2Router))
    assert.equal(attack.recommendation, 'BLOCK')
    assert.equal(lookalike(attack)?.id, 'lookalike-party-in-message')
    assert.equal(lookalike(await read(world.dex.v2Router)), null)
  })

  test('what an account monitors or scanned is known to that account alone', async () => {
    const wallet = await walletOf('is watched over')
    const [vault, contact] = [someone('a vault'), someone('a contact')]
    const monitor = { address: vault, chain, alerts: {} }
    const created = await ask('/v1/monitors', monitor)
    assert.equal(created.status, 201, JSON.stringify(created.json))
    await walletOf('a contact')
    const scanned = await ask(`/v1/scan/wallet/${contact}?chain=${chain}&deadlineMs=20000`)
    assert.equal(scanned.status, 200)
    await newHead()
    const monitored = await scan(pays(wallet, alike(vault)))
    assert.deepEqual([monitored.recommendation, lookalike(monitored)?.evidence.knownBy], ['BLOCK', 'monitored'])
    assert.equal(lookalike(await scan(pays(wallet, vault))), null)
    const hinted = await scan(pays(wallet, alike(contact)))
    assert.deepEqual([hinted.recommendation, lookalike(hinted)?.evidence.knownBy], ['CAUTION', 'scanned'])
    assert.equal(lookalike(await scan(pays(wallet, contact))), null)
    for (const address of [vault, contact])
      assert.equal(lookalike(await scan(pays(wallet, alike(address)), other)), null, 'another account learns nothing')
    // The judgement of the lookalike itself is of public facts.
    const path = `/v1/scan/wallet/${alike(vault)}?chain=${chain}&deadlineMs=20000`
    const [own, theirs] = [await ask(path), await other.ask(path)]
    assert.deepEqual(own.json.data.riskFactors, theirs.json.data.riskFactors)
    assert.equal(own.json.data.riskScore, theirs.json.data.riskScore)
  })

  test('an address that a scan found dangerous is no original', async () => {
    const wallet = await walletOf('scanned a thief')
    await ask(`/v1/scan/wallet/${actors.scammer}?chain=${chain}&deadlineMs=20000`)
    assert.equal(lookalike(await scan(pays(wallet, alike(actors.scammer)))), null)
  })

  test('contracts of one deployer with the same chosen digits are no pair; a stranger’s contract is', async () => {
    const wallet = await walletOf('uses vanity contracts')
    const [[one, sibling], [two, copy]] = VANITY_PAIRS as [Pair, Pair]
    const deploy = (from: Address, { salt }: Made) => send(from, FACTORY, { data: concatHex([salt, INIT_CODE]) })
    await deploy(actors.projectTeam, one)
    await deploy(actors.projectTeam, sibling)
    await deploy(actors.projectTeam, two)
    await deploy(actors.rugTeam, copy)
    await send(wallet, one.address, { value: 1n })
    await send(wallet, two.address, { value: 1n })
    await newHead()
    assert.notEqual(resemblance(one.address, sibling.address), null)
    assert.equal(lookalike(await scan(pays(wallet, sibling.address))), null)
    const attack = await scan(pays(wallet, copy.address))
    assert.equal(String(lookalike(attack)?.evidence.resembles).toLowerCase(), two.address)
    assert.equal(attack.recommendation, 'BLOCK')
  })
})

type Made = { salt: Hex; address: Address }
type Pair = [Made, Made]

/** Salts of the factory that give addresses with resembling ends: the first two pairs among the numbers from 0. */
const VANITY_SALTS = [
  [11_405n, 12_204n],
  [36_227n, 37_564n],
] as const

const VANITY_PAIRS = VANITY_SALTS.map(([one, other]): Pair => [madeBy(one), madeBy(other)])

function madeBy(number: bigint): Made {
  const salt = numberToHex(number, { size: 32 })
  const bytecodeHash = keccak256(INIT_CODE)
  const address = getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt, bytecodeHash })
  return { salt, address: address.toLowerCase() as Address }
}
