import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { UnconfirmedApproval, WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { account, MAX_UINT256 } from '@redoubt/risk/testing/sampleFacts.ts'
import { encodeDeployData, encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { rejectOnAbort } from '../../testing/rejectOnAbort.ts'
import { APPROVAL_EVENTS } from '../decode/grants.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { startTestChain, startTestProxy, type TestChain } from '../simulation/testing/testChain.ts'
import { topicOf } from './approvalClaims.ts'
import { type ApprovalPorts, gatherApprovals } from './gatherApprovals.ts'

const at = (name: string): Address => `0x${name.padStart(40, '0')}`
const [OWNER, SPENDER, SPAMMER] = [at('0a11ce'), at('5be9de7'), at('5ba3')]
const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const SIGNAL = () => AbortSignal.timeout(20_000)

/** Logs Approval(owner, spender, value) when called with these three words, whatever follows, and runs `answer` for any shorter call. */
function liar(answer: string): Hex {
  const emit = (8 + answer.length / 2).toString(16).padStart(4, '0')
  // CALLDATASIZE > 95 @emit JUMPI
  const isForged = `605f361161${emit}57`
  // :emit 64 CALLDATALOAD 0 MSTORE, 32 CALLDATALOAD, 0 CALLDATALOAD, event, 32 0 LOG3 STOP
  return `0x${isForged}${answer}5b6040355f526020355f357f${APPROVAL_EVENTS.Approval.slice(2)}60205fa300`
}

const LIARS: Record<string, { code: Hex; expected: UnconfirmedApproval['reason'] | 'nothing' }> = {
  'reverts when asked': { code: liar('5f5ffd'), expected: 'unreadable' },
  'answers five bytes': { code: liar('60055ff3'), expected: 'unreadable' },
  'answers nothing': { code: liar('00'), expected: 'unreadable' },
  'burns all gas': { code: liar('fe'), expected: 'unreadable' },
  'loops for ever': { code: liar('5b600856'), expected: 'unreadable' },
  'answers a megabyte': { code: liar('621000005ff3'), expected: 'unreadable' },
  // The node cuts the answer off; the rest of it is a zero.
  'answers 100 kB': { code: liar('620186a05ff3'), expected: 'nothing' },
  'says yes to everything': { code: liar('5f195f5260205ff3'), expected: 'claimed' },
}

describe('approvals of a wallet, on a real chain', () => {
  let chain: TestChain
  let source: ChainSource
  let honest: Address
  let approved: WalletApprovals
  const addressOf = new Map<string, Address>()

  const ports = (of: ChainSource = source): ApprovalPorts => ({
    chain: of,
    account: async (_, address) => account(address),
    priceOf: async () => null,
    isVerified: async () => null,
    isListedToken: () => false,
  })
  async function gather(of: ChainSource = source, owner = OWNER): Promise<WalletApprovals> {
    return gatherApprovals(ports(of), { block: await of.head(SIGNAL()), owner }, SIGNAL())
  }
  async function send(from: Address, to: Address | null, data: Hex): Promise<void> {
    await chain.rpc('eth_sendTransaction', [{ from, ...(to && { to }), data, gas: '0x2dc6c0' }])
    await chain.rpc('evm_mine')
  }
  const token = (functionName: 'approve' | 'transferFrom', args: readonly unknown[]) =>
    encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const forge = (from: Address, to: Address, owner = OWNER, behind = '') =>
    send(
      from,
      to,
      `0x${[topicOf(owner), topicOf(SPENDER), `0x${'f'.repeat(64)}`].map((word) => word.slice(2)).join('')}${behind}`,
    )

  before(async () => {
    chain = await startTestChain()
    source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
    const rich = { balance: 10n ** 20n }
    await chain.place({ [OWNER]: rich, [SPENDER]: rich, [SPAMMER]: rich })
    const { abi, bytecode } = readArtifact('PlainToken')
    await send(OWNER, null, encodeDeployData({ abi, bytecode, args: ['Plain', 'PLN', 18, 10n ** 21n, OWNER] }))
    honest = getContractAddress({ from: OWNER, nonce: 0n }).toLowerCase() as Address
    await send(OWNER, honest, token('approve', [SPENDER, 100n]))
    await send(SPENDER, honest, token('transferFrom', [OWNER, SPENDER, 30n]))
    await send(OWNER, honest, token('approve', [SPAMMER, MAX_UINT256]))
    await send(OWNER, honest, token('approve', [SPAMMER, 0n]))
    let number = 0x11a2
    for (const [name, { code }] of Object.entries(LIARS)) {
      const liarAt = at((number++).toString(16))
      addressOf.set(name, liarAt)
      await chain.place({ [liarAt]: { code } })
      await forge(SPAMMER, liarAt)
    }
    approved = await gather()
  })
  after(async () => {
    await source.close()
    await chain.close()
  })

  test('the rest of an allowance is read, not taken from the event; a withdrawn one is gone', () => {
    const ofHonest = approved.approvals.filter((one) => one.token === honest)
    assert.equal(ofHonest.length, 1)
    const [one] = ofHonest
    assert.deepEqual(
      [one?.spender, one?.allowance, one?.unlimited, one?.symbol, one?.balance],
      [SPENDER, 70n, false, 'PLN', 10n ** 21n - 30n],
    )
    assert.equal(one?.useKnown, true)
    assert.equal(one?.lastUsed?.blockNumber, (one?.grantedAt?.blockNumber ?? 0n) + 1n)
    assert.ok((one?.grantedAt?.timestamp ?? 0) > 0)
  })

  for (const [name, { expected }] of Object.entries(LIARS))
    test(`a token that ${name}: ${expected}`, () => {
      const liarAt = addressOf.get(name) as Address
      assert.deepEqual(
        approved.unconfirmed.filter((one) => one.token === liarAt).map(({ spender, reason }) => [spender, reason]),
        expected === 'nothing' ? [] : [[SPENDER, expected]],
      )
      assert.equal(
        approved.approvals.some((one) => one.token === liarAt),
        false,
      )
    })

  test('none of them makes the list incomplete', () => {
    assert.deepEqual([approved.complete, approved.cut, approved.unavailable], [true, [], []])
  })

  for (const [what, owner, code, behind] of [
    ['a permit in the owner’s name behind the call', at('e0a'), null, `d505accf${topicOf(at('e0a')).slice(2)}`],
    ['an owner that is a contract', at('5afe'), '0x00', ''],
  ] as const)
    test(`${what} does not make a stranger’s token believed`, async () => {
      if (code !== null) await chain.place({ [owner]: { code } })
      const liarAt = addressOf.get('says yes to everything') as Address
      await forge(SPAMMER, liarAt, owner, behind)
      const { approvals, unconfirmed } = await gather(source, owner)
      assert.deepEqual([approvals.length, unconfirmed.map(({ reason }) => reason)], [0, ['claimed']])
    })

  test('an approval that the owner sent is live, whatever its token is', async () => {
    const liarAt = addressOf.get('says yes to everything') as Address
    await forge(OWNER, liarAt)
    const { approvals } = await gather()
    const [one] = approvals.filter((each) => each.token === liarAt)
    assert.deepEqual([one?.allowance, one?.unlimited], [MAX_UINT256, true])
  })

  test('logs that cannot be read are not “no approvals”', async () => {
    const proxy = await startTestProxy(chain.url)
    const refused = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'internal error' } })
    proxy.rule = async (body, forward) => {
      const answers = [await forward()].flat() as { id: number }[]
      const calls = [body].flat() as { id: number; method: string }[]
      const isLogs = (id: number) => calls.some((call) => call.id === id && call.method === 'eth_getLogs')
      const changed = answers.map((answer) => (isLogs(answer.id) ? refused(answer.id) : answer))
      return { answer: Array.isArray(body) ? changed : changed[0] }
    }
    const broken = createChainSource({ chain: 'ethereum', urls: [proxy.url] })
    try {
      const { approvals, complete, cut, unavailable } = await gather(broken)
      assert.deepEqual([approvals, complete, unavailable], [[], false, ['logs']])
      assert.deepEqual(cut, ['no approval events could be read'])
    } finally {
      await broken.close()
      await proxy.close()
    }
  })

  test('a node that fails while allowances are read: they are unread, not gone', async () => {
    const proxy = await startTestProxy(chain.url)
    const broken = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits: { attemptTimeoutMs: 500 } })
    try {
      const block = await broken.head(SIGNAL())
      await broken.ask(block, { to: honest, data: '0x18160ddd', gas: 50_000, max: 32, topic: 'words' }, SIGNAL())
      proxy.rule = async (body, forward) =>
        [body].flat().some((call) => (call as { method: string }).method === 'eth_call')
          ? 'hang'
          : { answer: await forward() }
      const { approvals, unconfirmed, complete, unavailable } = await gatherApprovals(
        ports(broken),
        { block, owner: OWNER },
        SIGNAL(),
      )
      assert.deepEqual([approvals, complete, unavailable], [[], false, ['rpc']])
      assert.ok(unconfirmed.some((one) => one.token === honest && one.reason === 'unread'))
    } finally {
      await broken.close()
      await proxy.close()
    }
  })

  test('who is slow to tell the spenders costs the spenders, not the list', async () => {
    const block = await source.head(SIGNAL())
    const slow: ApprovalPorts['account'] = (_block, _address, signal) => rejectOnAbort(signal)
    const found = await gatherApprovals(
      { ...ports(), account: slow },
      { block, owner: OWNER },
      AbortSignal.timeout(4_000),
    )
    const [one] = found.approvals.filter((each) => each.token === honest)
    assert.deepEqual([one?.allowance, one?.spenderAccount], [70n, null])
    assert.equal(found.complete, false)
    assert.ok(found.cut.includes('what was not known by the deadline'))
  })

  test('time that is up ends it with what is known', async () => {
    const block = await source.head(SIGNAL())
    const { complete, approvals } = await gatherApprovals(ports(), { block, owner: OWNER }, AbortSignal.abort())
    assert.deepEqual([complete, approvals], [false, []])
  })
})
