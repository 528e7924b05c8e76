import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packClearMessages } from './packClearMessages.ts'

test('typed data is described by its primary type, by every project that calls its own so', () => {
  const owners = packClearMessages('Order').map(({ owner }) => owner)
  assert.ok(owners.includes('AugustusRFQ') && owners.includes('Velora'), owners.join())
  const update = packClearMessages('AccountUpdate')
  assert.deepEqual(
    update.map(({ intent, fields }) => [intent, fields[0]]),
    [['DeGate AccountUpdate', { path: 'owner', label: 'Owner', format: 'raw' }]],
  )
  assert.deepEqual(packClearMessages('__proto__'), [])
})
