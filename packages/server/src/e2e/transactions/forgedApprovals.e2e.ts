import assert from 'node:assert/strict'
import { test } from 'node:test'
import forgedApprovals from '../../../torture/forged-approvals.ts'

// A smoke run of the torture; `npm run torture -- forged-approvals` tries every shape against three wallets.
test('a token with forged approvals, balances and a pool of its own changes nothing that is said of a wallet', async () => {
  const { failed, problems, compared, tokens } = await forgedApprovals({
    only: 'Approval events and a pool',
    wallets: 1,
  })
  assert.deepEqual(problems, [])
  assert.deepEqual([failed, compared, tokens], [0, 6, 2])
})
