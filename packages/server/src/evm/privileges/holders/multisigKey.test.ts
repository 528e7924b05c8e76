import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { singleOwner } from './multisigKey.ts'

const at = (byte: string): Address => `0x${byte.repeat(20)}`
const [KEY, OTHER, SAFE, INNER, FIRST, SECOND] = [at('aa'), at('bb'), at('5a'), at('5b'), at('01'), at('02')]
const word = (value: bigint | Address) => BigInt(value).toString(16).padStart(64, '0')
const NEEDED = '0xe75235b8'

type Safe = { owners: readonly Address[]; needed: bigint }

/** The one account that commands the Safe at `SAFE`, and whether something was left out. The key commands both wallets. */
async function ownerOf(safes: Record<Address, Safe>, codes: Record<Address, Hex> = {}) {
  const noted: string[] = []
  const chain = {
    code: async (_: unknown, account: Address) => codes[account] ?? (safes[account] === undefined ? '0x' : '0x5afe'),
    call: async (_: unknown, { to, data }: { to: Address; data: Hex }) => {
      const safe = safes[to]
      if (safe === undefined) return null
      if (data.startsWith(NEEDED)) return `0x${word(safe.needed)}`
      return `0x${word(32n)}${word(BigInt(safe.owners.length))}${safe.owners.map(word).join('')}`
    },
  }
  const budget = { note: (what: string) => noted.push(what) }
  const context = { chain, block: {}, signal: new AbortController().signal, budget } as unknown as PrivilegesContext
  const owner = await singleOwner(
    context,
    { holder: SAFE, except: null },
    async ({ holder }) => ([FIRST, SECOND].includes(holder) ? KEY : null),
    { depth: 0, budget: createBudget(10) },
  )
  return { owner, isCut: noted.length > 0 }
}

const both = (owners: readonly Address[], codes: Record<Address, Hex>, needed = 2n) =>
  ownerOf({ [SAFE]: { owners, needed } }, codes)

test('wallets of one key are its signatures, whatever their code is', async () => {
  assert.deepEqual(await both([FIRST, SECOND], { [FIRST]: '0x6001', [SECOND]: '0x6002' }), { owner: KEY, isCut: false })
  assert.equal((await both([FIRST, SECOND], { [FIRST]: '0x6001', [SECOND]: '0x600200' })).owner, KEY)
  assert.equal((await both([KEY, FIRST], { [FIRST]: '0x6001' })).owner, KEY)
  assert.equal((await both([FIRST], { [FIRST]: '0x6001' }, 1n)).owner, KEY)
})

test('a wallet of one key beside another key, or another contract, needs both', async () => {
  assert.deepEqual(await both([OTHER, FIRST], { [FIRST]: '0x6001' }), { owner: null, isCut: false })
  assert.deepEqual(await both([FIRST, at('03')], { [FIRST]: '0x6001', [at('03')]: '0x6003' }), {
    owner: null,
    isCut: false,
  })
})

test('a Safe of one owner is that owner’s signature', async () => {
  const inner = (owners: readonly Address[], needed: bigint) =>
    ownerOf({ [SAFE]: { owners: [KEY, INNER], needed: 2n }, [INNER]: { owners, needed } })
  assert.equal((await inner([KEY], 1n)).owner, KEY)
  assert.equal((await inner([KEY, OTHER], 2n)).owner, null)
})

test('owners and wallets beyond the limits are named', async () => {
  const many = Array.from({ length: 20 }, (_, n): Address => `0x${(0x10 + n).toString(16).repeat(20)}`)
  const coded = Object.fromEntries(many.map((one) => [one, '0x6001' as Hex]))
  assert.deepEqual(await both([...many, KEY], coded, 1n), { owner: KEY, isCut: false })
  assert.deepEqual(await both([...many, FIRST, SECOND], { ...coded, [FIRST]: '0x6001', [SECOND]: '0x6001' }), {
    owner: null,
    isCut: true,
  })
})
