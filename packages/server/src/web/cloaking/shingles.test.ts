import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shingles } from './createCloakingCheck.ts'

describe('shingles of a text', () => {
  it('are its runs of three words, without regard to case and signs', () => {
    assert.deepEqual(
      [...shingles('Send me, the KEYS! Send me the keys')],
      ['send me the', 'me the keys', 'the keys send', 'keys send me'],
    )
    assert.deepEqual([...shingles('two words')], [])
  })
})
