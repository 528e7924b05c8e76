import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keccak256, stringToHex } from 'viem/utils'
import { CORPUS } from '../../demo/corpus/corpus.ts'
import type { Capability, OwnerSwitch } from '../../risk/contractFacts.ts'
import type { Powers } from './powersRequest.ts'
import { openPowersWorld, type PowersWorld } from './testing/powersWorld.ts'

/** What is found of a trap: an effect on trading and whom it hits, or a capability. Absent: nothing that an owner does. */
const TRAPS: Record<string, { flips?: [OwnerSwitch['effect'], OwnerSwitch['hits']]; can?: Capability['kind'][] }> = {
  'address-tax': { flips: ['raises-tax', 'named-account'], can: ['tax-change'] },
  'beacon-upgrade': { can: ['upgrade'] },
  'bridge-mint': { can: ['mint'] },
  'burn-others': { can: ['burn-from-others'] },
  'closing-bank': { can: ['selfdestruct', 'withdraw-others-funds'] },
  'cooldown-switch': { flips: ['stops-sales', 'everybody'], can: ['limit-change'] },
  'deny-switch': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'eth-bank': { can: ['withdraw-others-funds'] },
  'exit-fee': { can: ['withdraw-others-funds'] },
  'fake-renounce': { flips: ['stops-sales', 'everybody'], can: ['hidden-owner', 'tax-change'] },
  'hidden-mint': { can: ['mint'] },
  'items-seize': { can: ['balance-write'] },
  'late-code': { flips: ['stops-transfers', 'everybody'] },
  'limit-switch': { flips: ['stops-transfers', 'everybody'], can: ['limit-change'] },
  'logic-upgrade': { can: ['upgrade'] },
  'marked-holders': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'minimal-clone': { flips: ['stops-transfers', 'everybody'], can: ['pause'] },
  'mint-switch': { can: ['mint'] },
  module: { flips: ['stops-transfers', 'everybody'], can: ['settable-delegate'] },
  'nft-approval': { flips: ['stops-transfers', 'everybody'], can: ['pause'] },
  'nft-burn': { can: ['burn-from-others'] },
  'nft-mint': { can: ['mint'] },
  'nft-seize': { can: ['balance-write'] },
  'open-permit': { can: ['balance-write'] },
  'outside-gate': { flips: ['stops-transfers', 'everybody'] },
  'pause-switch': { flips: ['stops-transfers', 'everybody'], can: ['pause'] },
  plain: { can: ['balance-write'] },
  'pool-burn': { can: ['burn-from-others'] },
  'proxy-upgrade': { can: ['upgrade'] },
  rebase: { can: ['balance-write'] },
  'role-switch': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'second-hand': { flips: ['stops-sales', 'everybody'], can: ['hidden-owner'] },
  'silent-balance': { flips: ['siphons', 'named-account'], can: ['balance-write'] },
  'take-back': { can: ['take-back'] },
  'tax-switch': { flips: ['raises-tax', 'everybody'], can: ['tax-change'] },
  'trading-switch': { flips: ['stops-transfers', 'everybody'], can: ['pause'] },
  'two-switches': { flips: ['stops-sales', 'everybody'] },
  'wallet-limit': { flips: ['stops-sales', 'everybody'] },
}

/** What no honest twin can do, with anybody's call that is one key. */
const HARM: ReadonlySet<Capability['kind']> = new Set([
  ...(['burn-from-others', 'balance-write', 'take-back', 'hidden-owner', 'withdraw-others-funds'] as const),
  ...([
    'settable-delegate',
    'selfdestruct',
    'pull-approved-tokens',
    'keep-received-value',
    'blacklist',
    'pause',
  ] as const),
])

let powers: PowersWorld
before(async () => {
  powers = await openPowersWorld()
})
after(() => powers[Symbol.asyncDispose]())

const learn = (id: string): Promise<Powers> => {
  const deployed = powers.cases.find((one) => one.id === id)
  assert.ok(deployed, id)
  return powers.learn(deployed.address, deployed.names.team)
}

describe('powers over the corpus', () => {
  for (const { id, pair, kind, note } of CORPUS)
    it(`${id}: ${note}`, async () => {
      const { switches, capabilities, budget, privileged } = await learn(id)
      const expected = TRAPS[pair]
      const effective = capabilities.filter(({ state }) => state === 'effective')
      const oneKey = ({ caller, callerRole }: { caller: string; callerRole: string }) =>
        callerRole === 'stranger' || privileged.some(({ address, account }) => address === caller && account === 'eoa')
      assert.deepEqual(budget.cut, [])
      if (kind === 'twin') {
        assert.deepEqual(
          switches.filter(({ calls }) => calls.every(oneKey)),
          [],
        )
        assert.deepEqual(
          effective.filter((one) => HARM.has(one.kind) && oneKey(one.call)),
          [],
        )
        return
      }
      if (expected?.flips) {
        const found = switches.map(({ effect, hits }) => `${effect} ${hits}`)
        assert.ok(found.includes(expected.flips.join(' ')), `switches: ${found}`)
      }
      const kinds = effective.map((one) => one.kind)
      for (const can of expected?.can ?? []) assert.ok(kinds.includes(can), `${can} is not in ${kinds}`)
      const callers = [...switches.flatMap(({ calls }) => calls), ...effective.map(({ call }) => call)]
      for (const call of callers)
        assert.ok(call.callerRole === 'stranger' || privileged.some((one) => one.address === call.caller))
    })

  it('a tax is tried up to the highest that the code accepts', async () => {
    const [raised] = (await learn('tax-switch.trap')).switches
    assert.deepEqual(
      raised?.calls.map(({ args, callerRole }) => [args, callerRole]),
      [[['99'], 'owner']],
    )
    assert.deepEqual([raised?.before.sellTax, raised?.after.sellTax], [2, 99])
    const capped = (await learn('tax-switch.twin')).capabilities.find((one) => one.kind === 'tax-change')
    assert.match(capped?.shown ?? '', /sales cost 2 % → .*sales cost 5 %/)
  })

  it('two calls that do nothing alone are found together', async () => {
    const { switches } = await learn('two-switches.trap')
    assert.deepEqual(
      switches.map(({ calls }) => calls.length),
      [2],
    )
  })

  it('who holds a role, stands in storage, is fixed in code or has only a past is found by what they can do', async () => {
    const by = async (id: string) => (await learn(id)).privileged.map((one) => `${one.by.slice(0, 12)} ${one.account}`)
    assert.deepEqual(await by('role-switch.trap'), ['DEFAULT_ADMI eoa'])
    assert.deepEqual(await by('role-switch.twin'), [])
    assert.deepEqual(await by('fake-renounce.trap'), ['owner() burned', 'storage slot eoa'])
    assert.deepEqual(await by('fake-renounce.twin'), ['owner() burned'])
    assert.deepEqual(await by('second-hand.trap'), ['owner() burned', 'a former own eoa'])
    assert.deepEqual(await by('pause-switch.twin'), ['owner() timelock'])
    assert.deepEqual(await by('beacon-upgrade.twin'), ['owner() of t multisig'])
  })

  it('a minting bridge is told from the person who tells the bridge what to mint', async () => {
    const mints = async (id: string) => {
      const { capabilities, privileged } = await learn(id)
      return capabilities.map(({ kind, call }) => {
        return [kind, call.to !== undefined, privileged.find(({ address }) => address === call.caller)?.account]
      })
    }
    assert.deepEqual(await mints('bridge-mint.trap'), [
      ['mint', false, 'contract'],
      ['mint', true, 'eoa'],
    ])
    assert.deepEqual(await mints('bridge-mint.twin'), [['mint', false, 'contract']])
  })

  it('a role that nobody holds any more is taken by whoever may grant it', async () => {
    const parliament = powers.cases.find((one) => one.id === 'role-switch.trap')
    const { address, names } = parliament ?? assert.fail()
    const curator = keccak256(stringToHex('CURATOR'))
    const renounce = { from: names.team, to: address, data: `0x8bb9c5bf${curator.slice(2)}`, gas: '0x100000' }
    await powers.rpc('eth_sendTransaction', [renounce])
    await powers.rpc('evm_mine', [])
    const { switches } = await learn('role-switch.trap')
    assert.deepEqual(
      switches.map(({ effect, hits, calls }) => [effect, hits, calls.map(({ selector }) => selector)]),
      [['stops-sales', 'named-account', ['0x2f2ff15d', '0xc8422a6b']]],
    )
  })
})
