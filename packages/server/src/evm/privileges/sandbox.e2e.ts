import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Privileges } from './privilegesRequest.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from './testing/privilegesWorld.ts'

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

/** Effects of switches and kinds of capabilities, each once, in order of the alphabet. */
const summary = ({ switches, capabilities }: Privileges) => ({
  switches: [...new Set(switches.map(({ effect, hits }) => `${effect} ${hits}`))].sort(),
  effective: [...new Set(capabilities.flatMap(({ kind, state }) => (state === 'effective' ? [kind] : [])))].sort(),
})
const NOTHING = { switches: [], effective: [] }

describe('privileges over the contracts of the sandbox', () => {
  it('the rug-able token: each switch by name, with what it makes of trading', async () => {
    const found = await privileges.gather(privileges.world.traps.ruggable)
    assert.deepEqual(summary(found), {
      switches: ['stops-sales all-holders', 'stops-sales named-account', 'stops-transfers all-holders'],
      effective: ['blacklist', 'mint', 'pause', 'tax-change'],
    })
    const owner = privileges.world.actors.rugTeam.toLowerCase()
    assert.deepEqual(
      found.privileged.map(({ address, by, account }) => [address, by, account]),
      [[owner, 'owner()', 'eoa']],
    )
    const [tax] = found.switches.filter(({ calls }) => calls[0]?.selector === '0x8cd09d50')
    assert.deepEqual(
      [tax?.before.sellTax, tax?.after, tax?.calls[0]?.args],
      [0, { buyTax: 0, transferTax: 0, sellTax: null, reason: tax?.after.reason }, ['100']],
    )
    const mint = found.capabilities.find(({ kind }) => kind === 'mint')
    assert.match(mint?.shown ?? '', /^balanceOf\(0x[0-9a-f]{40}\) 10{22} → 20{22}, totalSupply 10{25} → 10010{22}$/)
    assert.deepEqual(found.budget.cut, [])
  })

  it('an honest token and what imitates one have no owner', async () => {
    const { tokens, honest, traps } = privileges.world
    for (const address of [tokens.honest, tokens.dai, traps.counterfeit, honest.airdrop, honest.multisend])
      assert.deepEqual(summary(await privileges.gather(address)), NOTHING)
  })

  it('wrapped coin and vault shares: paid shares are not minted, and a withdrawal is one’s own', async () => {
    const { tokens, honest } = privileges.world
    assert.deepEqual(summary(await privileges.gather(tokens.wrapped)), NOTHING)
    assert.deepEqual(summary(await privileges.gather(honest.vault)), NOTHING)
  })

  it('regulated dollars: pause, blacklist and issue are reported by their kind, and no holder’s tokens are taken', async () => {
    const { tokens } = privileges.world
    const expected = { switches: ['stops-transfers all-holders', 'stops-transfers named-account'] }
    const dollars = { ...expected, effective: ['blacklist', 'mint', 'pause'] }
    assert.deepEqual(summary(await privileges.gather(tokens.usdc)), dollars)
    const tether = summary(await privileges.gather(tokens.usdt))
    assert.deepEqual(tether.switches, ['stops-sales named-account', 'stops-transfers all-holders'])
    for (const kind of ['blacklist', 'mint', 'pause'] as const) assert.ok(tether.effective.includes(kind))
    assert.ok(!tether.effective.includes('burn-from-others') && !tether.effective.includes('balance-write'))
  })

  it('a tax that the code caps at 10 % is reported with that figure', async () => {
    const { switches } = await privileges.gather(privileges.world.tokens.taxed)
    assert.deepEqual(
      switches.map(({ effect, after }) => [effect, after.buyTax, after.sellTax]),
      [['raises-tax', 10, 10]],
    )
  })

  it('drainers: payments are passed on, and approving accounts are emptied', async () => {
    const { traps, tokens } = privileges.world
    const drainer = await privileges.gather(traps.drainer)
    assert.deepEqual(summary(drainer).effective, ['keep-received-value', 'pull-approved-tokens'])
    // Its own functions are named without a contract: `to` is one that the subject obeys.
    assert.ok(drainer.capabilities.every(({ call }) => call.to === undefined))
    assert.ok(summary(await privileges.gather(traps.redPill)).effective.includes('keep-received-value'))
    assert.ok(!summary(await privileges.gather(tokens.wrapped)).effective.includes('keep-received-value'))
  })

  it('a drainer that is armed late, and one whose fallback takes coin while it is looked at', async () => {
    const { traps, honest } = privileges.world
    const armed = (await privileges.gather(traps.switched)).capabilities.find(
      ({ kind }) => kind === 'pull-approved-tokens',
    )
    assert.deepEqual([armed?.call.callerRole, armed?.call.selector, armed?.state], ['owner', '0x6fdca5e0', 'effective'])
    assert.ok(summary(await privileges.gather(traps.maliciousDelegate)).effective.includes('keep-received-value'))
    assert.deepEqual(summary(await privileges.gather(honest.delegate)), NOTHING)
  })

  it('a proxy: the upgrade is done and seen to run the new code; a clone has no upgrader', async () => {
    const { proxies } = privileges.world
    const upgradeable = await privileges.gather(proxies.upgradeable)
    assert.deepEqual(summary(upgradeable), { switches: [], effective: ['upgrade'] })
    const [upgrade] = upgradeable.capabilities
    assert.deepEqual([upgrade?.call.callerRole, upgrade?.call.selector], ['proxy-admin', '0x4f1ef286'])
    assert.deepEqual(summary(await privileges.gather(proxies.clone)), NOTHING)
  })

  it('an owner that is a Safe is a multisig', async () => {
    const { safe, traps } = privileges.world
    const word: `0x${string}` = `0x${safe.account.slice(2).toLowerCase().padStart(64, '0')}`
    const slot = await ownerSlot(traps.ruggable)
    await privileges.rpc('anvil_setStorageAt', [traps.ruggable, slot, word])
    await privileges.rpc('evm_mine', [])
    const found = await privileges.gather(traps.ruggable)
    assert.deepEqual(
      found.privileged.map(({ account, kind }) => [account, kind?.type]),
      [['multisig', 'safe']],
    )
    assert.ok(found.switches.length > 0)
  })

  it('a quota that its owner may set again is a mint', async () => {
    const { usdc } = privileges.world.tokens
    const owner = String(await privileges.rpc('eth_call', [{ to: usdc, data: '0x8da5cb5b' }, 'latest']))
    const from = `0x${owner.slice(-40)}`
    const configure = `0x4e44d956${owner.slice(2)}${'0'.repeat(64)}`
    await privileges.rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
    await privileges.rpc('eth_sendTransaction', [{ from, to: usdc, data: configure, gas: '0x100000' }])
    await privileges.rpc('evm_mine', [])
    const mint = (await privileges.gather(usdc)).capabilities.find(({ kind }) => kind === 'mint')
    assert.match(mint?.shown ?? '', /^after configureMinter\(address,uint256\) with \(0x[0-9a-f]{40}, \d+\): balanceOf/)
  })

  it('public exchanges, permissions and batches have no owner and take nothing', async () => {
    const { dex, permit2, multicall3, safe } = privileges.world
    for (const address of [dex.v2Router, dex.v3Router, permit2, multicall3, safe.account])
      assert.deepEqual(summary(await privileges.gather(address)), NOTHING)
  })

  it('sweeping a router in public is no privilege of its deployer', async () => {
    const { dex, actors } = privileges.world
    for (const router of [dex.v2Router, dex.v3Router]) {
      const { capabilities, privileged } = await privileges.gather(router, actors.rugTeam)
      assert.deepEqual([capabilities, privileged], [[], []])
    }
  })
})

/** The word that holds who owner() says. */
async function ownerSlot(token: Address): Promise<string> {
  const owner = String(await privileges.rpc('eth_call', [{ to: token, data: '0x8da5cb5b' }, 'latest']))
  for (let slot = 0; slot < 16; slot++) {
    const at = `0x${slot.toString(16).padStart(64, '0')}`
    if ((await privileges.rpc('eth_getStorageAt', [token, at, 'latest'])) === owner) return at
  }
  throw new Error('no slot holds the owner')
}
