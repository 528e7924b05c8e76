import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { X402_PROXIES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import {
  listingOf,
  paymentOf,
  permitBatchOf,
  permitOf,
  safeTransactionOf,
  signInOf,
  x402PaymentOf,
} from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { AskedByOrigin } from '../../usecases/scans/message/askedByOrigin.ts'
import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'

const UNLIMITED = 2n ** 256n - 1n
const ABI = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
  'function nonce() view returns (uint256)',
])

// The whole way: HTTP, schema, reading the message, the worst of it executed on the sandbox, detectors, score, answer.
describe('POST /v1/scan/message on the sandbox', () => {
  let service: ScanService
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test', {}, ON_SANDBOX)
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  async function scan(world: SandboxWorld, body: object): Promise<MessageScanResult> {
    const { chain, actors } = world
    const options = { deadlineMs: 20_000 }
    const { status, json } = await service.ask('/v1/scan/message', { address: actors.trader, chain, options, ...body })
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: MessageScanResult }).data
  }
  const lossOf = ({ simulation }: MessageScanResult, account: Address, asset: string) =>
    simulation?.balanceChanges.find((row) => row.account === account && row.asset === asset)?.change
  const found = ({ warnings }: MessageScanResult) => warnings.map(({ id }) => id).join(', ')
  const nodeOf = async (world: SandboxWorld): Promise<NodeRpc> =>
    nodeRpc((await service.app.sandbox()).rpcUrls[world.chain], http)
  async function send(rpc: NodeRpc, from: Address, to: Address, data: Hex): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, gas: '0x100000' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    assert.equal(receipt.status, '0x1')
    await newHead()
  }

  for (const chain of SANDBOX_CHAINS) {
    const world = sandboxWorld(chain)
    const { actors, tokens } = world

    test(`${chain}: a permit to a stranger shows the loss of everything`, async () => {
      const result = await scan(world, { typedData: permitOf(world, actors.drainerOperator, UNLIMITED) })
      assert.equal(result.recommendation, 'BLOCK', found(result))
      assert.match(lossOf(result, actors.trader, 'USDC') ?? '', /^-\d{4,}/)
      assert.equal(result.intents[0]?.kind, 'allowance')
      assert.equal(result.simulation?.approvalChanges[0]?.after, 'unlimited')
      assert.deepEqual(result.unknown, [])
      assert.match(result.explanation?.summary ?? '', /take all your USDC/)
    })

    test(`${chain}: a permit for another domain, or with a used nonce, is worthless and says so`, async () => {
      const other = permitOf(world, actors.drainerOperator, UNLIMITED)
      other.domain.version = '1'
      const result = await scan(world, { typedData: other })
      assert.match(result.simulation?.worthless[0]?.reason ?? '', /another EIP-712 domain/)
      assert.deepEqual(result.simulation?.balanceChanges, [])
    })

    test(`${chain}: a permit over another account’s tokens is worthless, and costs nothing`, async () => {
      const other = permitOf(world, actors.drainerOperator, UNLIMITED)
      other.message.owner = actors.friend
      const result = await scan(world, { typedData: other })
      assert.match(result.simulation?.worthless[0]?.reason ?? '', /whose own key would have to sign it/)
      assert.deepEqual(result.simulation?.balanceChanges, [])
      assert.ok(
        result.warnings.some(({ id }) => id === 'message-for-another-account'),
        found(result),
      )
      assert.match(result.explanation?.summary ?? '', /which is not you/)
      assert.doesNotMatch(JSON.stringify(result.explanation), /your USDC|[Yy]ou (may )?lose/)
    })

    test(`${chain}: a Permit2 batch takes what Permit2 may move and says what a later approval adds`, async () => {
      const result = await scan(world, { typedData: permitBatchOf(world, actors.drainerOperator) })
      assert.equal(result.recommendation, 'BLOCK', found(result))
      assert.equal(result.intents.length, 2)
      // The trader has approved Permit2 for DAI and for nothing else.
      assert.match(lossOf(result, actors.trader, 'DAI') ?? '', /^-\d/)
      assert.equal(lossOf(result, actors.trader, 'USDC'), undefined)
      assert.ok(
        result.simulation?.heldBack.some(({ intent, reason }) => intent === 1 && /once it is approved/.test(reason)),
      )
    })

    test(`${chain}: an authorised payment (EIP-3009) is executed`, async () => {
      const amount = 5n * 10n ** BigInt(world.decimals.usdc)
      const result = await scan(world, { typedData: paymentOf(world, actors.friend, amount) })
      assert.equal(lossOf(result, actors.trader, 'USDC'), '-5')
      assert.equal(result.simulation?.success, true)
      assert.notEqual(result.recommendation, 'BLOCK', found(result))
    })

    test(`${chain}: an x402 payment by Permit2 goes to the receiver in its witness, for its own proxy alone`, async () => {
      const amount = 5n * 10n ** BigInt(world.decimals.dai)
      const [exact] = [...X402_PROXIES.keys()]
      const pay = (to: Address, spender: Address) =>
        scan(world, { typedData: x402PaymentOf(world, to, amount, spender) })
      const paid = await pay(actors.friend, exact ?? assert.fail())
      assert.equal(paid.intents[0]?.protocol, 'x402 Permit2 payment')
      assert.match(paid.explanation?.summary ?? '', /pays 5 DAI to/)
      assert.equal(lossOf(paid, actors.trader, 'DAI'), '-5')
      assert.equal(lossOf(paid, actors.friend, 'DAI'), '5')
      assert.deepEqual([paid.recommendation, paid.complete], ['PROCEED', true], found(paid))
      // Hostile twins: another receiver in the witness, and another spender, which the witness does not bind.
      const thief = actors.drainerCashOut
      const twin = await pay(thief, exact ?? assert.fail())
      assert.equal(lossOf(twin, thief, 'DAI'), '5')
      assert.match(found(twin), /signed-payment-to-unknown-recipient/)
      const unbound = await pay(actors.friend, thief)
      assert.ok(['BLOCK', 'CAUTION'].includes(unbound.recommendation), found(unbound))
    })

    test(`${chain}: a payment is held to its requirements, and what its origin asked is summed`, async () => {
      const amount = 5n * 10n ** BigInt(world.decimals.dai)
      const [exact] = [...X402_PROXIES.keys()]
      const required = {
        scheme: 'exact',
        network: `eip155:${CHAIN_IDS[chain]}`,
        asset: world.tokens.dai,
        payTo: actors.friend,
        amount: String(amount),
        maxTimeoutSeconds: 600,
      }
      const origin = `https://${chain}.pay.example/v1/weather?city=1`
      const pay = (units: bigint, paymentRequirements: object) =>
        scan(world, {
          typedData: x402PaymentOf(world, actors.friend, units, exact ?? assert.fail()),
          paymentRequirements,
          origin,
        })
      const honest = await pay(amount, required)
      assert.deepEqual([honest.recommendation, honest.complete], ['PROCEED', true], found(honest))
      assert.doesNotMatch(found(honest), /payment/)
      const told = ({ askedByOrigin }: MessageScanResult & { askedByOrigin?: AskedByOrigin }) =>
        askedByOrigin?.sums.map(({ description, messages }) => `${description} in ${messages}`)
      assert.deepEqual(told(honest), ['5 DAI in 1'])
      // The same message again counts once; another one is added.
      assert.deepEqual(told(await pay(amount, required)), ['5 DAI in 1'])
      const more = await pay(2n * amount, required)
      assert.deepEqual(told(more), ['15 DAI in 2'])
      assert.equal(more.recommendation, 'CAUTION', found(more))
      assert.match(more.explanation?.warnings.join() ?? '', /takes 10 DAI; the requirements ask for 5 DAI/)
      for (const changed of [{ payTo: actors.trader }, { asset: world.tokens.usdc }, { network: 'eip155:8453' }])
        assert.match(found(await pay(amount, { ...required, ...changed })), /payment-outside-requirements/)
    })

    test(`${chain}: a payment for the next minutes of a real clock is honest, however old the head of the chain is`, async () => {
      const now = Math.floor(Date.now() / 1_000)
      const [exact] = [...X402_PROXIES.keys()]
      const base = {
        scheme: 'exact',
        network: `eip155:${CHAIN_IDS[chain]}`,
        payTo: actors.friend,
        maxTimeoutSeconds: 60,
      }
      const signed = paymentOf(world, actors.friend, 5_000_000n)
      const authorised = {
        ...signed,
        message: { ...signed.message, validAfter: String(now - 600), validBefore: String(now + 60) },
      }
      const permitted = x402PaymentOf(world, actors.friend, 5_000_000n, exact ?? assert.fail())
      const witnessed = {
        ...permitted,
        message: {
          ...permitted.message,
          deadline: String(now + 60),
          witness: { to: actors.friend, validAfter: String(now - 600) },
        },
      }
      for (const [typedData, asset] of [
        [authorised, world.tokens.usdc],
        [witnessed, world.tokens.dai],
      ] as const) {
        const asked = { typedData, paymentRequirements: { ...base, asset, amount: '5000000' } }
        const honest = await scan(world, asked)
        assert.deepEqual([honest.recommendation, honest.complete], ['PROCEED', true], found(honest))
      }
      const late = { ...authorised, message: { ...authorised.message, validBefore: String(now + 7_200) } }
      const long = await scan(world, {
        typedData: late,
        paymentRequirements: { ...base, asset: world.tokens.usdc, amount: '5000000' },
      })
      assert.match(found(long), /payment-outside-requirements/)
    })

    test(`${chain}: a Safe is shown what a delegate call takes from it`, async () => {
      const rpc = await nodeOf(world)
      const asked = { to: world.safe.account, data: encodeFunctionData({ abi: ABI, functionName: 'nonce' }) }
      const nonce = Number(await rpc('eth_call', [asked, 'latest']))
      const data = encodeFunctionData({
        abi: ABI,
        functionName: 'transfer',
        args: [actors.drainerCashOut, 10n ** BigInt(world.decimals.usdc)],
      })
      const paid = await scan(world, {
        typedData: safeTransactionOf(world, { to: tokens.usdc, data, operation: 0 }, nonce),
      })
      assert.equal(paid.simulation?.success, true, JSON.stringify(paid.simulation?.steps))
      assert.equal(lossOf(paid, world.safe.account, 'USDC'), '-1')
      const delegated = await scan(world, {
        typedData: safeTransactionOf(world, { to: world.traps.maliciousDelegate, data: '0x', operation: 1 }, nonce),
      })
      assert.ok(['BLOCK', 'CAUTION'].includes(delegated.recommendation), found(delegated))
      assert.equal(delegated.intents[0]?.calls[0]?.delegatecall, true)
      assert.equal(delegated.simulation?.steps.at(-1)?.function, 'execTransaction')
      const spent = await scan(world, {
        typedData: safeTransactionOf(world, { to: tokens.usdc, data, operation: 0 }, nonce - 1),
      })
      assert.match(spent.simulation?.worthless[0]?.reason ?? '', /nonce was used/)
    })

    test(`${chain}: an honest sign-in and plain words stay safe`, async () => {
      const signIn = await scan(world, { message: signInOf(world), origin: 'https://app.example/login' })
      assert.equal(signIn.intents[0]?.kind, 'sign-in')
      assert.equal(signIn.recommendation, 'PROCEED', found(signIn))
      const words = await scan(world, { message: 'Hello' })
      assert.equal(words.riskLevel, 'safe', found(words))
      assert.deepEqual(words.intents, [])
    })

    test(`${chain}: a bare hash is blocked, and an unknown type is not safe`, async () => {
      const hash = await scan(world, { method: 'eth_sign', message: `0x${'ab'.repeat(32)}` })
      assert.equal(hash.recommendation, 'BLOCK', found(hash))
      const typedData = {
        types: {
          Grant: [
            { name: 'to', type: 'address' },
            { name: 'amount', type: 'uint256' },
          ],
        },
        primaryType: 'Grant',
        domain: { name: 'Odd', chainId: 1, verifyingContract: tokens.dai },
        message: { to: actors.spender, amount: '1000' },
      }
      const unknown = await scan(world, { typedData })
      assert.ok(unknown.riskScore >= 40, `${unknown.riskScore} ${found(unknown)}`)
    })
  }

  test('a permit that is really signed and sent does what the scan said', async () => {
    const world = sandboxWorld('polygon')
    const { tokens, actors } = world
    const rpc = await nodeOf(world)
    const value = 7n * 10n ** BigInt(world.decimals.usdc)
    const typedData = permitOf(world, actors.spender, value)
    const said = lossOf(await scan(world, { typedData }), actors.trader, 'USDC')
    const { message, ...rest } = typedData
    const signature = await privateKeyToAccount(ACTORS.trader.privateKey).signTypedData({
      ...rest,
      message: { ...message, value, nonce: 0n, deadline: BigInt(message.deadline) },
    } as never)
    const { r, s, v } = parseSignature(signature)
    const held = async () => {
      const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [actors.trader] })
      return BigInt((await rpc('eth_call', [{ to: tokens.usdc, data }, 'latest'])) as Hex)
    }
    const before = await held()
    const args = [actors.trader, actors.spender, value, BigInt(message.deadline), Number(v), r, s] as const
    await send(rpc, actors.spender, tokens.usdc, encodeFunctionData({ abi: ABI, functionName: 'permit', args }))
    const pull = [actors.trader, actors.spender, value] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: pull })
    await send(rpc, actors.spender, tokens.usdc, data)
    assert.equal(said, '-7')
    assert.equal(before - (await held()), value)
    const again = await scan(world, { typedData })
    assert.match(again.simulation?.worthless[0]?.reason ?? '', /nonce was used/)
  })

  test('without simulation nothing is executed, and what depends on it is named', async () => {
    const world = sandboxWorld('ethereum')
    const typedData = permitOf(world, world.actors.friend, 1n)
    const result = await scan(world, { typedData, options: { simulate: false, explain: false } })
    assert.equal(result.simulation, null)
    assert.equal(result.explanation, null)
    for (const name of ['simulation', 'balanceChanges']) assert.ok(result.unknown.includes(name))
    assert.deepEqual(result.unavailable, [])
    assert.equal(result.complete, false)
    assert.ok(result.riskScore >= 40 && result.recommendation !== 'PROCEED', String(result.riskScore))
  })

  test('the same message at the same block gives the same answer', async () => {
    const world = sandboxWorld('bsc')
    const typedData = permitBatchOf(world, world.actors.drainerOperator)
    assert.deepEqual(await scan(world, { typedData }), await scan(world, { typedData }))
  })

  test('what no wallet could sign is refused by name', async () => {
    const world = sandboxWorld('ethereum')
    const typedData = permitOf(world, world.actors.spender, 1n)
    const address = world.actors.trader
    const refused: [object, RegExp][] = [
      [{ address }, /body\.message/],
      [{ address, message: 'a', typedData }, /body\.message/],
      [{ address, message: 7 }, /body\.message/],
      [{ message: 'a' }, /body\.address/],
      [{ address, message: 'a', method: 'eth_sendTransaction' }, /body\.method/],
      [
        {
          address,
          typedData,
          paymentRequirements: { scheme: 'exact', network: 'eip155:1', asset: address, payTo: address, amount: '1' },
        },
        /body\.paymentRequirements\.maxTimeoutSeconds: missing/,
      ],
      [{ address, message: 'a', method: 'eth_signTypedData_v4' }, /body\.message/],
      [{ address, typedData, method: 'personal_sign' }, /body\.typedData/],
      [{ address, typedData: '{"types":' }, /body\.typedData/],
      [{ address, typedData: `${'['.repeat(10_000)}` }, /body\.typedData/],
      [{ address, typedData: { ...typedData, primaryType: 'Nothing' } }, /primaryType/],
      [{ address, typedData: null }, /body\.typedData/],
      [{ address, message: 'a', origin: 'javascript:alert(1)' }, /body\.origin/],
      [{ address, message: 'a', options: { deadlineMs: 100 } }, /body\.options\.deadlineMs/],
    ]
    for (const [body, complaint] of refused) {
      const { status, json } = await service.ask('/v1/scan/message', body)
      assert.equal(status, 400, JSON.stringify(body).slice(0, 200))
      const { error } = json as { error: { code: string; message: string } }
      assert.equal(error.code, 'VALIDATION_ERROR')
      assert.match(error.message, complaint)
    }
  })

  test('its text is as good as the object, and members that it does not know are refused', async () => {
    const world = sandboxWorld('ethereum')
    const typedData = permitOf(world, world.actors.spender, 1n)
    const given = await scan(world, { typedData })
    assert.deepEqual(await scan(world, { typedData: JSON.stringify(typedData) }), given)
    const body = { address: world.actors.trader, message: 'Hello', options: { speed: 1 } }
    const { json } = await service.ask('/v1/scan/message', body)
    const { error } = json as { error: { message: string } }
    assert.match(
      error.message,
      /^body\.options\.speed: unknown member; known here: simulate, explain, reserve, reserveProof, witness, view, deadlineMs$/,
    )
  })

  test('no hostile body breaks it', { timeout: 600_000 }, async () => {
    const bodies = Number(process.env.MESSAGE_FUZZ ?? 2_000)
    const world = sandboxWorld('ethereum')
    const random = mulberry32(7)
    let answered = 0
    for (let index = 0; index < bodies; index++) {
      const token = service.tokens[index % service.tokens.length] ?? ''
      const body = hostileBody(world, random)
      const { status, body: text } = await http.fetch({
        url: `${service.url}/v1/scan/message`,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        deadlineMs: 30_000,
        maxBytes: 4 * 1024 ** 2,
      })
      if (status === 429) continue
      answered++
      assert.ok(status === 200 || status === 400, `${status} ${text} for ${JSON.stringify(body).slice(0, 500)}`)
    }
    assert.ok(answered > 1_000, `${answered} of ${bodies}`)
  })
})

/** Numbers from 0 to 1, the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '0x',
  '0xzz',
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(65)}`,
  String(2n ** 256n),
  '-7',
  '‮\u0000',
  [],
  {},
  [[]],
  'constructor',
  `0x${'0'.repeat(40)}`,
  numberToHex(2n ** 200n),
]

/** An honest message with some of its members replaced, left out or repeated. */
function hostileBody(world: SandboxWorld, random: () => number): object {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value
  const { actors } = world
  const messages = [
    permitOf(world, actors.spender, UNLIMITED),
    permitBatchOf(world, actors.spender),
    paymentOf(world, actors.friend, 1n),
    listingOf(world, 1n, 0n),
    safeTransactionOf(world, { to: actors.friend, data: '0x1234', operation: 1 }),
  ]
  const mutate = (value: unknown): unknown => {
    if (random() < 0.04) return pick(JUNK)
    if (Array.isArray(value))
      return value.flatMap((one) => (random() < 0.03 ? [] : [mutate(one), ...(random() < 0.03 ? [one] : [])]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) =>
        random() < 0.02 ? [] : [[random() < 0.02 ? 'x' : name, mutate(one)]],
      ),
    )
  }
  const options = { simulate: random() < 0.3, deadlineMs: 2_000 }
  const text = [...signInOf(world)].filter(() => random() > 0.01).join('')
  const asked = random() < 0.8 ? { typedData: mutate(pick(messages)) } : { message: random() < 0.5 ? text : pick(JUNK) }
  return {
    address: actors.trader,
    ...asked,
    ...(random() < 0.2 && { method: pick(['eth_sign', 'eth_signTypedData_v3', 'x']) }),
    options,
  }
}
