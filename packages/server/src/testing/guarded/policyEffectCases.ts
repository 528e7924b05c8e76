import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, getAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { DEFAULT_RULES, type PolicyRules } from '../../domain/policy/policy.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { approve, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { initCode } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { safeTransactionOf } from '../sandboxMessages.ts'
import { sandboxSender } from '../sandboxSender.ts'
import type { UntypedJson } from '../untypedJson.ts'
import type { GuardedWorld } from './guardedWorld.ts'

const SANDBOX = sandboxWorld('ethereum')
const { tokens, decimals, dex, safe } = SANDBOX
const { friend, marketMaker, swingTrader: relayer } = ACTORS
const STRANGER: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
const KEY: Hex = `0x${'5e'.repeat(32)}`
const OWNER = privateKeyToAccount(KEY).address
const ROLE: Hex = `0x${'0'.repeat(64)}`
/** nonce() of a Safe. */
const SAFE_NONCE: Hex = '0xaffed0e0'
const dollars = (amount: number) => units(amount, decimals.usdc)

const VAULT = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function setPlugin(address plugin)',
  'function setSession(address key, uint256 limit)',
  'function setReferrer(address referrer)',
  'function payInside(address to, uint256 amount)',
  'function ping()',
])
const WARDED = parseAbi([
  'function withdraw(address to, uint256 amount)',
  'function grantRole(bytes32 role, address account)',
])
const MODULES = parseAbi([
  'function enableModule(address module)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
])
const limited = (usd: number, more: Partial<PolicyRules> = {}): Partial<PolicyRules> => ({
  dailySpendingLimit: { usd, rolling24hUsd: null, alertAt: 1 },
  ...more,
})

/** What a policy counts beside the balances of a wallet, and what of everyday use it must let pass. */
export function policyEffectCases(world: () => GuardedWorld): void {
  describe('what a policy counts', () => {
    let vault: Address
    let warded: Address
    let unlisted: Address
    before(async () => {
      const { node } = world()
      const send = sandboxSender(node)
      for (const account of [OWNER, relayer.address, safe.account])
        await node('anvil_setBalance', [account, numberToHex(parseEther('20'))])
      for (const to of [OWNER, safe.account])
        await send({ from: marketMaker.address, to: tokens.usdc, data: transfer(to, dollars(100)) })
      const deploy = async (...[name, args, value = 0n]: [...Parameters<typeof initCode>, value?: bigint]) =>
        (await send({ from: OWNER, data: initCode(name, args), value })) ?? assert.fail()
      vault = await deploy('PluginVault', [marketMaker.address], parseEther('5'))
      warded = await deploy('WardedVault', [OWNER], parseEther('3'))
      unlisted = await deploy('RelayedToken', ['Relayed', 'RLY', 10n ** 24n, OWNER])
      await send({
        from: OWNER,
        to: vault,
        data: encodeFunctionData({ abi: VAULT, functionName: 'deposit' }),
        value: parseEther('2'),
      })
    })
    const decisionOn = async (transaction: { to: Address; data: Hex; value?: bigint }): Promise<UntypedJson> => {
      const body = {
        chain: 'ethereum',
        from: OWNER,
        ...transaction,
        value: String(transaction.value ?? 0n),
        options: { deadlineMs: 25_000 },
      }
      const { data, error } = await world().api('POST', '/v1/scan/transaction', body)
      return data?.policy ?? assert.fail(JSON.stringify(error))
    }
    type Rows = [title: string, outcome: string, transaction: () => { to: Address; data: Hex; value?: bigint }][]
    const rows = (rules: Partial<PolicyRules>, cases: Rows) => {
      for (const [title, outcome, transaction] of cases)
        test(`${title}: ${outcome}`, async () => {
          await world().setPolicy(OWNER, rules)
          const decision = await decisionOn(transaction())
          assert.equal(decision.outcome, outcome, JSON.stringify(decision.rules))
        })
    }
    const inVault = (functionName: 'setPlugin' | 'setReferrer') => () => ({
      to: vault,
      data: encodeFunctionData({ abi: VAULT, functionName, args: [STRANGER] }),
    })
    const amountInVault = (functionName: 'setSession' | 'payInside') => () => ({
      to: vault,
      data: encodeFunctionData({ abi: VAULT, functionName, args: [STRANGER, parseEther('2')] }),
    })
    const withdrawn = (to: Address) => () => ({
      to: warded,
      data: encodeFunctionData({ abi: WARDED, functionName: 'withdraw', args: [to, parseEther('1')] }),
    })

    describe('rights and deposits inside of contracts', () => {
      rows(limited(1_000), [
        ['an operator of a deposit', 'hold', inVault('setPlugin')],
        ['a session over a deposit', 'hold', amountInVault('setSession')],
        ['a payment inside of a contract', 'hold', amountInVault('payInside')],
        [
          'a role that lets another account withdraw',
          'hold',
          () => ({
            to: warded,
            data: encodeFunctionData({ abi: WARDED, functionName: 'grantRole', args: [ROLE, STRANGER] }),
          }),
        ],
        ['a deposit that is withdrawn to another account, over the limit', 'refuse', withdrawn(STRANGER)],
        ['the same to the wallet itself', 'allow', withdrawn(OWNER)],
        [
          'a deposit',
          'allow',
          () => ({
            to: vault,
            data: encodeFunctionData({ abi: VAULT, functionName: 'deposit' }),
            value: parseEther('0.01'),
          }),
        ],
        [
          'a withdrawal',
          'allow',
          () => ({ to: vault, data: encodeFunctionData({ abi: VAULT, functionName: 'withdraw', args: [1n] }) }),
        ],
        ['a referrer, who gets nothing of the deposit', 'allow', inVault('setReferrer')],
        [
          'a call that gives nobody anything',
          'allow',
          () => ({ to: vault, data: encodeFunctionData({ abi: VAULT, functionName: 'ping' }) }),
        ],
      ])
    })

    describe('allowances', () => {
      const allows = (amount: bigint) => () => ({ to: tokens.usdc, data: approve(dex.v2Router, amount) })
      rows(limited(1_000), [
        ['more than the wallet holds, over the limit', 'refuse', allows(dollars(1_001))],
        ['more than the wallet holds, within the limit', 'allow', allows(dollars(1_000))],
        ['without an end', 'hold', allows(UNLIMITED)],
      ])
      rows({ blockAt: 'critical' }, [['without an end, where no rule counts value', 'allow', allows(UNLIMITED)]])
    })

    describe('a whitelist', () => {
      const whitelistMode = { addresses: [friend.address.toLowerCase() as Address], contracts: [] }
      const pays = (token: () => Address) => () => ({ to: token(), data: transfer(friend.address, 1n) })
      rows({ whitelistMode }, [
        ['a known token to a listed account', 'allow', pays(() => tokens.usdc)],
        ['the same function of unknown code', 'refuse', pays(() => unlisted)],
      ])
    })

    test('a Safe’s transaction that its owner signs counts what it gives, by the policy of the Safe too', async () => {
      const owner = ACTORS.trader.address
      const signing = {
        methods: [...DEFAULT_RULES.signing.methods, 'eth_signTypedData_v4'],
        messages: ['execution'],
      } as const
      const counted = await world().node('eth_call', [{ to: safe.account, data: SAFE_NONCE }, 'latest'])
      const nonce = Number(counted)
      const decisionOnSafe = async (data: Hex): Promise<UntypedJson> => {
        const typedData = safeTransactionOf(SANDBOX, { to: tokens.usdc, data, operation: 0 }, nonce)
        const body = { address: owner, chain: 'ethereum', typedData, options: { deadlineMs: 25_000 } }
        const { data: scanned, error } = await world().api('POST', '/v1/scan/message', body)
        return scanned?.policy ?? assert.fail(JSON.stringify(error ?? scanned))
      }
      await world().setPolicy(owner, { signing })
      const allowed = await decisionOnSafe(approve(dex.v2Router, 1n))
      assert.equal(allowed.outcome, 'allow', JSON.stringify(allowed))
      const approvals = { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null }
      await world().setPolicy(owner, { signing, approvals })
      const refused = await decisionOnSafe(approve(dex.v2Router, UNLIMITED))
      assert.deepEqual(
        [refused.outcome, refused.rules[0].rule],
        ['refuse', 'unlimitedApprovals'],
        JSON.stringify(refused),
      )
      await world().setPolicy(owner, { signing })
      await world().setPolicy(safe.account, limited(7))
      const over = await decisionOnSafe(transfer(friend.address, dollars(8)))
      assert.deepEqual([over.outcome, over.rules[0].rule], ['refuse', 'dailySpendingLimit'], JSON.stringify(over))
      assert.match(over.rules[0].reason, new RegExp(`^By the policy of ${getAddress(safe.account)}: `))
      const within = await decisionOnSafe(transfer(friend.address, dollars(6)))
      assert.equal(within.outcome, 'allow', JSON.stringify(within))
      await world().setPolicy(safe.account, {})
      await world().setPolicy(owner, {})
    })

    describe('a bundle that may end early', () => {
      const decisionOnCalls = async (calls: { to: Address; data: Hex }[], atomic: boolean): Promise<UntypedJson> => {
        const body = { chain: 'ethereum', from: OWNER, calls, atomicRequired: atomic, options: { deadlineMs: 25_000 } }
        const { data, error } = await world().api('POST', '/v1/scan/transaction', body)
        return data?.policy ?? assert.fail(JSON.stringify(error))
      }
      const takenBack = () => [
        { to: tokens.usdc, data: approve(dex.v2Router, UNLIMITED) },
        { to: vault, data: encodeFunctionData({ abi: VAULT, functionName: 'ping' }) },
        { to: tokens.usdc, data: approve(dex.v2Router, 0n) },
      ]
      test('leaves an unlimited allowance: refuse; where all calls are made or none: allow', async () => {
        const approvals = { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null }
        await world().setPolicy(OWNER, { approvals })
        const decision = await decisionOnCalls(takenBack(), false)
        assert.equal(decision.outcome, 'refuse', JSON.stringify(decision))
        assert.match(decision.rules[0].reason, /^If the bundle ends after call 1 of 3: The allowance of /)
        const whole = await decisionOnCalls(takenBack(), true)
        assert.equal(whole.outcome, 'allow', JSON.stringify(whole))
      })
    })

    test('a module makes a Safe pay: its policy is asked, and its rules are told to no other wallet', async () => {
      const send = sandboxSender(world().node)
      const enable = encodeFunctionData({ abi: MODULES, functionName: 'enableModule', args: [relayer.address] })
      await send({ from: safe.account, to: safe.account, data: enable })
      const byModule = (amount: number) =>
        encodeFunctionData({
          abi: MODULES,
          functionName: 'execTransactionFromModule',
          args: [tokens.usdc, 0n, transfer(friend.address, dollars(amount)), 0],
        })
      await world().setPolicy(safe.account, limited(7))
      const over = await world().send(relayer.privateKey, { to: safe.account, data: byModule(8) })
      const { data, message } = over.error ?? assert.fail(JSON.stringify(over))
      assert.deepEqual([data.rule, data.wallet, data.rules], ['policy', null, []], JSON.stringify(data))
      assert.match(message, /another wallet/)
      const [event] = await world().eventsOf('policy.refused', getAddress(safe.account))
      assert.equal(event?.data.rules[0].rule, 'dailySpendingLimit')
      const { result } = await world().send(relayer.privateKey, { to: safe.account, data: byModule(2) })
      assert.match(String(result), /^0x/)
      await world().mine()
      // It acts, and loses nothing: a whitelist is asked all the same.
      const whitelistMode = { addresses: [], contracts: [{ address: tokens.usdc, selectors: [] }] }
      await world().setPolicy(safe.account, { whitelistMode })
      const idle = encodeFunctionData({
        abi: MODULES,
        functionName: 'execTransactionFromModule',
        args: [unlisted, 0n, approve(friend.address, 0n), 0],
      })
      const refused = await world().send(relayer.privateKey, { to: safe.account, data: idle })
      assert.equal(refused.error?.data?.rule, 'policy', JSON.stringify(refused))
      await world().setPolicy(safe.account, {})
    })

    test('an approval covers the reasons that were shown, and no reason that comes later', async () => {
      const delay = { timeDelay: { thresholdUsd: 1, seconds: 3_600 } }
      await world().setPolicy(OWNER, delay)
      const { result: hash } = await world().send(KEY, { to: friend.address, value: parseEther('0.001') })
      const held = async () =>
        (await world().api('GET', '/v1/held-transactions?status=held')).data.transactions.find(
          (one: { hash: string }) => one.hash === hash,
        )
      const shown = await held()
      assert.deepEqual(
        shown.holds.map(({ rule, wallet }: UntypedJson) => [rule, wallet]),
        [['timeDelay', OWNER]],
      )
      const minute = new Date().getUTCMinutes() + new Date().getUTCHours() * 60
      const hours = { from: (minute + 120) % 1_440, to: (minute + 180) % 1_440 }
      await world().setPolicy(OWNER, { ...delay, hours, signing: DEFAULT_RULES.signing })
      const path = `/v1/held-transactions/${shown.id}/approve`
      const first = await world().api('POST', `${path}?holds=${shown.holdsId}`)
      assert.equal(first.data.status, 'held', JSON.stringify(first))
      assert.deepEqual(first.data.holds.map(({ rule }: UntypedJson) => rule).sort(), ['hours', 'timeDelay'])
      const stale = await world().api('POST', `${path}?holds=${shown.holdsId}`)
      assert.equal(stale.error?.code, 'CONFLICT')
      const second = await world().api('POST', `${path}?holds=${(await held()).holdsId}`)
      assert.equal(second.data.status, 'released', JSON.stringify(second))
      await world().mine()
    })
  })
}
