import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import { claim } from '@redoubt/risk/testing/testClaims.ts'
import { missingOfClaims, unreadOfClaims } from './missingOfClaims.ts'

const LOCKED = { locked: ['claim(bytes)'] }
const UNREAD = { unread: ['allowances that 0x11…11 gave'] }
const OPENS = "only a secret or another account's signature opens claim(bytes)"
const ALLOWANCES = 'could not be read: allowances that 0x11…11 gave'

describe('what claims do not tell', () => {
  const cases: [name: string, claims: Partial<Claim>[], message: string | null, failed: boolean][] = [
    ['nothing is missing', [{}, {}], null, false],
    ['a lock is no failure', [{}, LOCKED], OPENS, false],
    [
      'a list that the code lacks is no failure',
      [{ unlisted: true }],
      'the contract runs code of other contracts that it does not list',
      false,
    ],
    ['a source failed', [UNREAD], ALLOWANCES, true],
    ['the same of two assets is said once', [UNREAD, UNREAD], ALLOWANCES, true],
    ['a lock hides no failure', [LOCKED, UNREAD], `${OPENS}; ${ALLOWANCES}`, true],
    ['three are named', [{ unread: ['a', 'b', 'c', 'd'] }], 'could not be read: a, b, c', true],
  ]
  for (const [name, claims, message, failed] of cases)
    test(name, () => {
      const missing = missingOfClaims(claims.map((one) => claim(one)))
      assert.deepEqual(
        missing && [missing.message, missing.reason, missing.root, missing.error instanceof Error],
        message && [message, 'failed', 'claims', failed],
      )
      assert.equal(unreadOfClaims(claims.map((one) => claim(one))) !== null, failed)
    })
})
