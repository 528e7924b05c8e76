import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { THREATS } from '@redoubt/risk/contract/contractThreats.ts'
import { URL_THREATS } from '@redoubt/risk/url/urlThreats.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { contractValues, valuesAt } from '../../testing/contractValues.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { Ask } from '../../testing/values/valueTable.ts'
import { WALLET_LABELS } from '../../usecases/scans/wallet/unknownOfWallet.ts'

const service = await sharedService()

const TABLES = contractValues(sandboxWorld('ethereum'))
const AT_ONCE = 2
const ATTEMPTS = 3
const keyOf = ({ path, body }: Ask) => `${path} ${JSON.stringify(body)}`

/** The contract's value sets that scans answer. */
const NAMED: Record<string, readonly string[]> = {
  '`threats` of a URL': URL_THREATS,
  '`recommendation` of a URL': ['PROCEED', 'CAUTION', 'AVOID', 'BLOCK'],
  '`details.sslStatus` of a URL': [
    ...['valid', 'expired', 'not_yet_valid', 'self_signed', 'untrusted', 'hostname_mismatch', 'none', 'unreachable'],
  ],
  '`threats` of a contract': THREATS,
  '`recommendation` of a contract': ['SAFE', 'CAUTION', 'AVOID', 'BLOCK'],
  '`labels` of a wallet': [...WALLET_LABELS, 'nft_marketplace'],
  '`relation` of an association': [
    ...['funded_by', 'sent_to', 'received_from', 'interacted', 'deployed', 'approved', 'similar_to'],
  ],
  '`severity` of a finding': ['info', 'low', 'medium', 'high', 'critical'],
}

test('the table has a row for every value that the contract names', () => {
  for (const [title, values] of Object.entries(NAMED)) {
    const table = TABLES.find((one) => one.title === title) ?? assert.fail(title)
    assert.deepEqual(new Set(table.rows.map(({ value }) => value)), new Set(values), title)
  }
})

describe('every value that the contract names, with a key of the sandbox', { timeout: 600_000 }, () => {
  const answers = new Map<string, Promise<unknown>>()

  /** Each subject is asked once. */
  function answerOf(asked: Ask): Promise<unknown> {
    const { path, body } = asked
    const key = keyOf(asked)
    const known =
      answers.get(key) ??
      service.ask(path, body).then(({ status, json }) => {
        assert.equal(status, 200, `${key}: ${JSON.stringify(json)}`)
        return json.data
      })
    answers.set(key, known)
    return known
  }

  /** A busy machine may cut an analysis short, and says so (`complete`): then it is asked again. */
  async function shownAt(subject: Ask, member: string, value: unknown): Promise<unknown[]> {
    for (let attempt = 1; ; attempt++) {
      const data = await answerOf(subject)
      const shown = valuesAt(data, member)
      if (shown.includes(value) || attempt === ATTEMPTS || valuesAt(data, 'complete')[0] !== false) return shown
      answers.delete(keyOf(subject))
    }
  }

  for (const { title, rows } of TABLES) {
    test(`${title}: seen at its subject, and not at the honest twin`, async () => {
      const wrong = await mapConcurrent(rows, AT_ONCE, async ({ member, value, subject, twin }) => {
        const shown = await shownAt(subject, member, value)
        const quiet = valuesAt(await answerOf(twin), member)
        return [
          ...(shown.includes(value) ? [] : [`${member} ${value}: not seen at ${subject.name}: ${shown}`]),
          ...(quiet.includes(value) ? [`${member} ${value}: seen at ${twin.name}`] : []),
        ]
      })
      assert.deepEqual(wrong.flat(), [])
    })
  }
})
