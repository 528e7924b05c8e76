import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RevokedPermission } from '@redoubt/risk/facts/revocationFacts.ts'
import { domainHash, domainOf } from '../../domain/signedDomain.ts'
import { domainTermsOf, encodeTerms, FORM } from '../../domain/signedTerms.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { planSignedEnds } from './signedEnds.ts'

const [OWNER, TOKEN, SPENDER] = ['a', 'b', 'c'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const block = { chain: 'ethereum', number: 9n, timestamp: 1_800_000_000n, hash: '0x01' } as unknown as PinnedBlock
const ZERO: Hex = `0x${'0'.repeat(64)}`
const FULL = FORM.name | FORM.version | FORM.chainId | FORM.verifyingContract
const terms = (name: string, form = FULL) => encodeTerms('permit-signature', [form, name, '1', ZERO])
const separatorOf = (bytes: Hex) =>
  domainHash(domainOf(domainTermsOf(bytes) ?? assert.fail(), { token: TOKEN, chainId: 1 }))
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const permit = (own: Hex | undefined, more: Partial<RevokedPermission> = {}) =>
  ({
    standard: 'permit-signature',
    token: TOKEN,
    spender: SPENDER,
    tokenId: 3n,
    ...(own && { terms: own }),
    ...more,
  }) as RevokedPermission

/** What is planned for these permissions of one token that answers so. */
async function planned(
  permissions: readonly RevokedPermission[],
  { separator, nonce }: { separator: Hex | null; nonce: Hex | null },
) {
  const answer = async (_: unknown, { data }: { data: Hex }) => (data.startsWith('0x3644e515') ? separator : nonce)
  const chain = { ask: answer, call: answer } as unknown as ChainSource
  const { ends, endless } = await planSignedEnds(
    chain,
    { block, owner: OWNER, permissions },
    AbortSignal.timeout(1_000),
  )
  return {
    ends: ends.map((end) => [end.permissions.length, 'expiry' in (end.signing?.typedData.message ?? {})]),
    endless: endless.map(({ detail }) => detail.split(' ').slice(0, 4).join(' ')),
  }
}

describe('signatures that only another signature ends', () => {
  const [own, foreign] = [terms('Coin'), terms('Other')]
  const known = { separator: separatorOf(own), nonce: word(3n) }

  test('the token’s own domain is found behind any number of others, which end with it', async () => {
    const others = Array.from({ length: 60 }, (_, at) => permit(terms(`Other ${at}`)))
    const found = await planned([...others, permit(undefined), permit(own)], known)
    assert.deepEqual([found.ends, found.endless], [[[61, false]], ['No transaction of the']])
    const alone = await planned([...others, permit(undefined)], known)
    assert.deepEqual(alone.ends, [])
    assert.equal(alone.endless.filter((detail) => detail === 'The message names another').length, 60)
    assert.equal(alone.endless.filter((detail) => detail === 'No transaction of the').length, 1)
  })

  test('a message of DAI’s form does not replace the end of a permit by EIP-2612', async () => {
    const dai = terms('Coin', FULL | FORM.dai)
    for (const permissions of [
      [permit(dai), permit(own)],
      [permit(own), permit(dai)],
    ]) {
      const { ends, endless } = await planned(permissions, known)
      assert.deepEqual(
        [ends.sort(), endless],
        [
          [
            [1, false],
            [1, true],
          ],
          [],
        ],
      )
    }
  })

  test('where the token does not tell its domain, each domain has its own end', async () => {
    const { ends, endless } = await planned([permit(foreign), permit(own), permit(own)], { ...known, separator: null })
    assert.deepEqual(
      [ends, endless],
      [
        [
          [1, false],
          [2, false],
        ],
        [],
      ],
    )
  })

  test('a nonce is later only where the token told its own', async () => {
    const later = await planned([permit(own)], { ...known, nonce: word(2n) })
    const untold = await planned([permit(own)], { ...known, nonce: null })
    assert.deepEqual([later.endless, untold.endless], [['Its nonce comes after'], ['No transaction of the']])
  })
})
