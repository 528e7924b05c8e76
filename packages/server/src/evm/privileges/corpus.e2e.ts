import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Capability, OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { CORPUS } from '../../sandbox/corpus/corpus.ts'
import { corpusCode } from '../../sandbox/corpus/corpusCode.ts'
import type { Privileges } from './privilegesRequest.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from './testing/privilegesWorld.ts'

/** Expected result for a trap: an effect on trading and the affected accounts, or a capability. Absent: no act of an owner. */
const TRAPS: Record<string, { flips?: [OwnerSwitch['effect'], OwnerSwitch['hits']]; can?: Capability['kind'][] }> = {
  'address-tax': { flips: ['raises-tax', 'named-account'], can: ['tax-change'] },
  'beacon-upgrade': { can: ['upgrade'] },
  'bridge-mint': { can: ['mint'] },
  'burn-others': { can: ['burn-from-others'] },
  'closing-bank': { can: ['selfdestruct', 'withdraw-others-funds'] },
  'cooldown-switch': { flips: ['stops-sales', 'all-holders'], can: ['limit-change'] },
  'deny-switch': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'eth-bank': { can: ['withdraw-others-funds'] },
  'exit-fee': { can: ['withdraw-others-funds'] },
  'fake-renounce': { flips: ['stops-sales', 'all-holders'], can: ['hidden-owner', 'tax-change'] },
  'hidden-mint': { can: ['mint'] },
  'items-seize': { can: ['balance-write'] },
  'late-code': { flips: ['stops-transfers', 'all-holders'] },
  'limit-switch': { flips: ['stops-transfers', 'all-holders'], can: ['limit-change'] },
  'logic-upgrade': { can: ['upgrade'] },
  'marked-holders': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'minimal-clone': { flips: ['stops-transfers', 'all-holders'], can: ['pause'] },
  'mint-switch': { can: ['mint'] },
  module: { flips: ['stops-transfers', 'all-holders'], can: ['settable-delegate'] },
  'nft-approval': { flips: ['stops-transfers', 'all-holders'], can: ['pause'] },
  'nft-burn': { can: ['burn-from-others'] },
  'nft-mint': { can: ['mint'] },
  'nft-seize': { can: ['balance-write'] },
  'bought-allowance': { flips: ['siphons', 'named-account'], can: ['balance-write'] },
  'ordinary-switch': { flips: ['stops-sales', 'all-holders'] },
  'pool-pull': { can: ['balance-write'] },
  'self-transfer': { can: ['mint'] },
  'open-permit': { can: ['balance-write'] },
  'outside-gate': { flips: ['stops-transfers', 'all-holders'] },
  'pause-switch': { flips: ['stops-transfers', 'all-holders'], can: ['pause'] },
  'hashed-operator': { flips: ['stops-transfers', 'all-holders'] },
  'listed-operator': { flips: ['stops-transfers', 'all-holders'] },
  'magic-account': { flips: ['stops-sales', 'all-holders'] },
  'magic-number': { flips: ['stops-sales', 'all-holders'] },
  'magic-word': { flips: ['stops-sales', 'named-account'] },
  'paid-switch': { flips: ['stops-sales', 'all-holders'] },
  'queued-switch': { flips: ['stops-sales', 'all-holders'] },
  'slow-fuse': { flips: ['stops-sales', 'all-holders'] },
  'two-hops': { flips: ['stops-sales', 'all-holders'] },
  plain: { can: ['balance-write'] },
  'pool-burn': { can: ['burn-from-others'] },
  'proxy-upgrade': { can: ['upgrade'] },
  rebase: { can: ['balance-write'] },
  'role-switch': { flips: ['stops-sales', 'named-account'], can: ['blacklist'] },
  'second-hand': { flips: ['stops-sales', 'all-holders'], can: ['hidden-owner'] },
  'silent-balance': { flips: ['siphons', 'named-account'], can: ['balance-write'] },
  'take-back': { can: ['take-back'] },
  'tax-switch': { flips: ['raises-tax', 'all-holders'], can: ['tax-change'] },
  'trading-switch': { flips: ['stops-transfers', 'all-holders'], can: ['pause'] },
  'two-switches': { flips: ['stops-sales', 'all-holders'] },
  'wallet-limit': { flips: ['stops-sales', 'all-holders'] },
}

/** Capabilities that no honest twin has, by a single key or for any account. */
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

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld()
})
after(() => privileges[Symbol.asyncDispose]())

/** The privileges of a case as it was deployed, gathered once for all tests. */
const gathered = new Map<string, Promise<Privileges>>()
function gather(id: string): Promise<Privileges> {
  const deployed = privileges.cases.find((one) => one.id === id)
  assert.ok(deployed, id)
  const found = gathered.get(id) ?? privileges.gather(deployed.address, deployed.names.team)
  gathered.set(id, found)
  return found
}

describe('privileges over the corpus', () => {
  for (const { id, pair, kind, note } of CORPUS)
    it(`${id}: ${note}`, async () => {
      const { switches, capabilities, budget, privileged } = await gather(id)
      const expected = TRAPS[pair]
      const effective = capabilities.filter(({ state }) => state === 'effective')
      const oneKey = ({ caller, callerRole }: { caller: string; callerRole: string }) =>
        callerRole === 'stranger' || privileged.some(({ address, account }) => address === caller && account === 'eoa')
      assert.deepEqual(budget.cut, [])
      if (kind === 'twin') {
        assert.deepEqual(
          switches.filter(({ calls, delay }) => calls.every(oneKey) && !(delay?.announced && delay.seconds >= 86_400)),
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
    const [raised] = (await gather('tax-switch.trap')).switches
    assert.deepEqual(
      raised?.calls.map(({ args, callerRole }) => [args, callerRole]),
      [[['99'], 'owner']],
    )
    assert.deepEqual([raised?.before.sellTax, raised?.after.sellTax], [2, 99])
    const capped = (await gather('tax-switch.twin')).capabilities.find((one) => one.kind === 'tax-change')
    assert.match(capped?.shown ?? '', /sales cost 2 % → .*sales cost 5 %/)
  })

  it('two calls that do nothing alone are found together', async () => {
    const { switches } = await gather('two-switches.trap')
    assert.deepEqual(
      switches.map(({ calls }) => calls.length),
      [2],
    )
  })

  it('what needs time is told by how long, and by whether the first call says so', async () => {
    const delays = async (id: string) => (await gather(id)).switches.map(({ delay }) => delay)
    assert.deepEqual(await delays('queued-switch.trap'), [{ seconds: 3_600, announced: false }])
    assert.deepEqual(await delays('queued-switch.twin'), [{ seconds: 172_800, announced: true }])
    assert.deepEqual(await delays('slow-fuse.trap'), [{ seconds: 604_800, announced: false }])
  })

  it('who stops all others and goes on is told from who stops everybody', async () => {
    const exempt = async (id: string) => (await gather(id)).switches.map(({ callerExempt }) => callerExempt === true)
    assert.deepEqual(await exempt('pause-switch.trap'), [true])
    assert.deepEqual(await exempt('pause-switch.twin'), [false])
  })

  it('a mint is told by what its tokens buy and by the limit it passes', async () => {
    const mints = async (id: string) => {
      const { capabilities } = await gather(id)
      return capabilities.flatMap(({ kind, drains, beyond }) => (kind === 'mint' ? [[(drains ?? 0) > 50, beyond]] : []))
    }
    assert.deepEqual(await mints('mint-switch.trap'), [[true, undefined]])
    assert.deepEqual(await mints('mint-switch.twin'), [[false, undefined]])
    assert.deepEqual(await mints('nft-mint.trap'), [[false, 10n]])
    assert.deepEqual(await mints('nft-mint.twin'), [[false, undefined]])
  })

  it('an unguessable password is named', async () => {
    const { names } = privileges.cases.find((one) => one.id === 'magic-word.trap') ?? assert.fail()
    const data = corpusCode('magic-word', 'Riddle', [keccak256(stringToHex('open'))])
    const sent = { from: names.team, data, gas: '0x5b8d80' }
    const hash = await privileges.rpc('eth_sendTransaction', [sent])
    await privileges.rpc('evm_mine', [])
    const { contractAddress } = (await privileges.rpc('eth_getTransactionReceipt', [hash])) as {
      contractAddress: Address
    }
    const { budget } = await privileges.gather(contractAddress, names.team as Address)
    assert.ok(budget.cut.includes('calls that ask for a password'), budget.cut.join())
  })

  it('who holds a role, stands in storage, is fixed in code or has only a past is found by what they can do', async () => {
    const by = async (id: string) => (await gather(id)).privileged.map((one) => `${one.by.slice(0, 12)} ${one.account}`)
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
      const { capabilities, privileged } = await gather(id)
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

  it('a role without holders is taken by its admin', async () => {
    const parliament = privileges.cases.find((one) => one.id === 'role-switch.trap')
    const { address, names } = parliament ?? assert.fail()
    const curator = keccak256(stringToHex('CURATOR'))
    const renounce = { from: names.team, to: address, data: `0x8bb9c5bf${curator.slice(2)}`, gas: '0x100000' }
    await privileges.rpc('eth_sendTransaction', [renounce])
    await privileges.rpc('evm_mine', [])
    const { switches } = await privileges.gather(address, names.team)
    assert.deepEqual(
      switches.map(({ effect, hits, calls }) => [effect, hits, calls.map(({ selector }) => selector)]),
      [['stops-sales', 'named-account', ['0x2f2ff15d', '0xc8422a6b']]],
    )
  })
})
