import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex, parseEther } from 'viem/utils'
import { DEFAULT_RULES, type PolicyRules } from '../../domain/policy/policy.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { approve, transfer, transferFrom } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sandboxSender } from '../sandboxSender.ts'
import type { UntypedJson } from '../untypedJson.ts'
import { eventually, type GuardedWorld } from './guardedWorld.ts'

const { tokens, decimals, dex } = sandboxWorld('ethereum')
const { foundation, collector, artist, fresh, friend, trader, marketMaker } = ACTORS
/** Of the coin, in USD. */
const PRICE = 3_500
const limited = (usd: number, change: Partial<PolicyRules> = {}): Partial<PolicyRules> => ({
  dailySpendingLimit: { usd, rolling24hUsd: usd, alertAt: 0.8 },
  signing: {
    methods: [...DEFAULT_RULES.signing.methods, 'eth_signTypedData_v4', 'personal_sign'],
    messages: ['allowance', 'transfer', 'text'],
  },
  ...change,
})

/** The budget of a wallet over sends, signatures and what the chain shows, sent by the guard, past it or by another account. */
export function bookingCases(world: () => GuardedWorld): void {
  const near = (usd: number) => (used: number) => Math.abs(used - usd) < 0.5
  /** A block is judged when the next one stands on it. */
  const used = (wallet: Address, usd: number) =>
    eventually(async () => {
      await world().mine()
      return world().usedBy(wallet)
    }, near(usd))
  const fund = async (account: Address, dollars: number) => {
    await world().node('anvil_setBalance', [account, numberToHex(parseEther('5'))])
    await sandboxSender(world().node)({
      from: marketMaker.address,
      to: tokens.usdc,
      data: transfer(account, units(dollars, decimals.usdc)),
    })
  }
  /** Sends past the guard. */
  const sendElsewhere = async (from: Address, to: Address, { value = 0n, data = '0x' as Hex } = {}) =>
    sandboxSender(world().node)({ from, to, data, value })
  const permit = (
    owner: Address,
    { dollars, seconds, spender = dex.v2Router }: { dollars: number; seconds: number; spender?: Address },
    change: object = {},
  ) => ({
    address: owner,
    chain: 'ethereum',
    typedData: {
      primaryType: 'Permit',
      types: {
        Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
          (one) => {
            const [name, type] = one.split(' ')
            return { name, type }
          },
        ),
      },
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: tokens.usdc },
      message: {
        owner,
        spender,
        value: String(units(dollars, decimals.usdc)),
        nonce: '0',
        deadline: String(DEADLINE + seconds),
      },
    },
    options: { reserve: true, deadlineMs: 20_000 },
    ...change,
  })
  const scan = async (body: object): Promise<UntypedJson> => (await world().api('POST', '/v1/scan/message', body)).data

  describe('the budget of a wallet', () => {
    // The watcher hears of a policy within half a second.
    before(async () => {
      await world().setPolicy(collector.address, limited(100))
      await world().setPolicy(foundation.address, limited(50))
    })

    test('counts what left by other ways: a payment past the guard, and a pull by an allowance', async () => {
      await fund(collector.address, 100)
      await sendElsewhere(collector.address, tokens.usdc, { data: approve(fresh.address, units(50, decimals.usdc)) })
      // The chain is followed from then on: what is paid before is not seen.
      const first = await eventually(
        async () => {
          await sendElsewhere(collector.address, friend.address, { value: parseEther('0.000001') })
          await world().mine()
          return world().usedBy(collector.address)
        },
        (usd) => usd > 0,
      )
      assert.ok(first < 0.5)
      await sendElsewhere(collector.address, friend.address, { value: parseEther('0.01') })
      await used(collector.address, 0.01 * PRICE)
      await world().node('anvil_setBalance', [fresh.address, numberToHex(parseEther('5'))])
      const pull = transferFrom(collector.address, fresh.address, units(20, decimals.usdc))
      await sendElsewhere(fresh.address, tokens.usdc, { data: pull })
      await used(collector.address, 0.01 * PRICE + 20)
      const over = await world().send(collector.privateKey, { to: friend.address, value: parseEther('0.02') })
      assert.equal(over.error?.data?.rule, 'policy', JSON.stringify(over))
    })

    test('gives back what a dropped transaction had booked, when another one takes its nonce', async () => {
      await fund(foundation.address, 1)
      const { nonce, maxFeePerGas } = await world().feesOf(foundation.address)
      const pay = { to: friend.address, value: parseEther('0.01'), nonce }
      const sent = await world().send(foundation.privateKey, pay)
      assert.match(String(sent.result), /^0x/, JSON.stringify(sent))
      assert.ok(near(35)(await world().usedBy(foundation.address)))
      // The wallet cancels it at another node.
      const raw = await world().sign(foundation.privateKey, {
        to: foundation.address,
        nonce,
        maxFeePerGas: maxFeePerGas * 3n,
      })
      await world().node('anvil_dropTransaction', [sent.result])
      await world().node('eth_sendRawTransaction', [raw])
      await world().mine()
      await used(foundation.address, 0)
    })

    test('counts a payment once that is sent again with a higher fee', async () => {
      const { address, privateKey } = foundation
      const { nonce, maxFeePerGas, maxPriorityFeePerGas } = await world().feesOf(address)
      const pay = { to: friend.address, value: parseEther('0.01'), nonce }
      const hashes = []
      for (const times of [1n, 2n, 4n]) {
        const fees = { maxFeePerGas: maxFeePerGas * times, maxPriorityFeePerGas: maxPriorityFeePerGas * times }
        const sent = await world().send(privateKey, { ...pay, ...fees })
        assert.match(String(sent.result), /^0x/, JSON.stringify(sent))
        hashes.push(sent.result)
      }
      assert.equal(new Set(hashes).size, 3)
      assert.ok(near(35)(await world().usedBy(address)))
      const over = await world().send(privateKey, {
        ...pay,
        value: parseEther('0.02'),
        maxFeePerGas: maxFeePerGas * 8n,
      })
      assert.equal(over.error?.data?.rule, 'policy', JSON.stringify(over))
      await used(address, 35)
    })

    test('one limit for sends, permits and assets; a permit that nothing uses is given back', async () => {
      const { address, privateKey } = artist
      await fund(address, 200)
      await world().setPolicy(address, limited(100))
      const first = await scan(permit(address, { dollars: 60, seconds: 86_400 }))
      assert.deepEqual(
        [first.policy.outcome, first.policy.reservationId?.slice(0, 4)],
        ['allow', 'res_'],
        JSON.stringify(first.policy),
      )
      const again = await scan(permit(address, { dollars: 60, seconds: 86_400 }))
      assert.equal(again.policy.reservationId, first.policy.reservationId, 'the same message is booked once')
      assert.ok(near(60)(await world().usedBy(address)))
      const second = await scan(permit(address, { dollars: 60, seconds: 86_401 }))
      assert.deepEqual([second.policy.outcome, second.policy.reservationId], ['refuse', null])
      const shown = await scan(permit(address, { dollars: 30, seconds: 86_402 }, { options: { deadlineMs: 20_000 } }))
      assert.deepEqual([shown.policy.outcome, shown.policy.reservationId], ['allow', null], 'a scan books nothing')
      const paid = await world().send(privateKey, { to: friend.address, value: parseEther('0.01') })
      assert.match(String(paid.result), /^0x/, JSON.stringify(paid))
      const dollars = { to: tokens.usdc, data: transfer(trader.address, units(30, decimals.usdc)) }
      await world().mine()
      const over = await world().send(privateKey, dollars)
      assert.equal(over.error?.data?.rule, 'policy', JSON.stringify(over))
      // Scans and intent checks show the same decision, and by how much.
      const asked = { chain: 'ethereum', from: address, ...dollars, options: { deadlineMs: 20_000 } }
      const scanned = (await world().api('POST', '/v1/scan/transaction', asked)).data
      const checked = (await world().api('POST', '/v1/check/intent', { ...asked, bounds: {} })).data
      for (const { policy } of [scanned, checked]) {
        assert.equal(policy?.outcome, 'refuse', JSON.stringify(policy))
        assert.deepEqual([policy.rules[0].rule, Math.round(policy.rules[0].by)], ['dailySpendingLimit', 25])
      }
      const { data } = await world().api('DELETE', `/v1/policies/${address}/reservations/${first.policy.reservationId}`)
      assert.equal(data.id, first.policy.reservationId)
      const then = await world().send(privateKey, dollars)
      assert.match(String(then.result), /^0x/, JSON.stringify(then))
      await world().mine()
      await used(address, 65)
    })

    test('methods and kinds of messages that a policy does not list are refused, and what has no bounds is held', async () => {
      const { address } = artist
      const text = await scan({ address, chain: 'ethereum', message: 'Hello', options: { reserve: true } })
      assert.deepEqual([text.policy.outcome, text.policy.reservationId], ['allow', null])
      const blind = await scan({ address, chain: 'ethereum', method: 'eth_sign', message: `0x${'ab'.repeat(32)}` })
      assert.equal(blind.policy.outcome, 'refuse')
      const hidden = permit(address, { dollars: 1, seconds: 86_400 })
      hidden.typedData.primaryType = 'Vote'
      const disguised = { ...hidden.typedData, types: { Vote: hidden.typedData.types.Permit } }
      const unknown = await scan({ ...hidden, typedData: disguised })
      assert.deepEqual([unknown.policy.outcome, unknown.policy.reservationId], ['refuse', null])
      await world().setPolicy(
        address,
        limited(100, { signing: { methods: ['eth_signTypedData_v4'], messages: ['unknown'] } }),
      )
      const listed = await scan({ ...hidden, typedData: disguised })
      assert.deepEqual([listed.policy.outcome, listed.policy.reservationId], ['hold', null])
    })
  })
}

/** The sandbox's clock does not matter to the budget: deadlines are of the world's. */
const DEADLINE = Math.floor(Date.now() / 1_000)
