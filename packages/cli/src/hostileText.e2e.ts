import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createClient } from '@redoubt/client'
import { sendData, startServer } from '../../client/src/testing/startServer.ts'
import { SCOPES } from '../../server/src/domain/apiKey.ts'
import { sharedService } from '../../server/src/testing/sharedService.ts'
import { runCommand } from './testing/runCommand.ts'

const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
const HONEYPOT = '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'
const NAMES = 200
/** What a name of a token, a label or a page can hold to rewrite the screen or the reading order. */
const ATTACKS = [
  ...[
    '\u001b[2J\u001b[H',
    '\u001b[32m',
    '\u001b]0;title\u0007',
    '\u001b]8;;https://evil.example\u001b\\',
    '\u001bP',
    '\u009b31m',
  ],
  ...['\r', '\n', '\b\b\b\b\b', '\t', '\u0000', '\u007f', '\u0085', '\u000b', '\u000c', '\u0090'],
  ...[
    '\u202e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\u200f',
    '\u061c',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u180e',
  ],
  ...['\u2028', '\u2029', '\ud800', '\udfff', '\u{e0041}', '\ue000', '\ufff9'],
]
/** All that may be on a screen without colours. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const { app, url } = await sharedService()

describe('hostile names in real answers', () => {
  const commands: { args: string[]; data: unknown }[] = []

  before(async () => {
    const account = await app.store.accounts.create({ name: 'hostile', plan: 'enterprise', operator: true })
    const scopes = [...SCOPES]
    const { token } = await app.store.keys.create({ accountId: account.id, name: 'c', scopes, environment: 'test' })
    const { scan, risk, wallet } = createClient({ baseUrl: url, apiKey: token, timeoutMs: 90_000 })
    const options = { deadlineMs: 30_000 }
    const drain = {
      chain: 'ethereum' as const,
      from: VICTIM,
      to: DRAINER,
      value: 28571428571428571n,
      data: '0x4e71d92d',
    }
    const typed = ['scan', 'tx', '--from', VICTIM, '--to', DRAINER]
    commands.push(
      { args: typed, data: await scan.transaction({ ...drain, options }) },
      {
        args: ['scan', 'contract', HONEYPOT],
        data: await scan.contract({ chain: 'ethereum', address: HONEYPOT, options }),
      },
      { args: ['scan', 'wallet', VICTIM], data: await scan.wallet(VICTIM, options) },
      {
        args: ['scan', 'url', 'https://a.test'],
        data: await scan.url({ url: 'https://lantern-airdrop.test', options }),
      },
      {
        args: ['scan', 'message', 'x', '--address', VICTIM],
        data: await scan.message({ address: VICTIM, message: 'x', options }),
      },
      { args: ['score', DRAINER], data: await risk.score(DRAINER) },
      { args: ['report', DRAINER], data: await risk.report(DRAINER) },
      { args: ['approvals', VICTIM], data: await wallet.approvals(VICTIM) },
      { args: ['revoke', VICTIM], data: await wallet.revoke(VICTIM, { all: 'all' }) },
    )
  })

  test(`${NAMES} names move no cursor, turn no text and change no verdict`, async () => {
    let answer: unknown
    await using server = await startServer((response) => sendData(response, answer))
    const given = { env: { REDOUBT_URL: server.url, REDOUBT_API_KEY: 'svc_test_key', NO_COLOR: '1' }, isTerminal: true }
    for (let index = 0; index < NAMES; index++) {
      const attack = (at: number) => ATTACKS[(index + at) % ATTACKS.length] ?? ''
      const name = `PROCEED${attack(0)}USDC${attack(index >> 5)}${attack(7)}`
      const { args, data } = commands[index % commands.length] ?? assert.fail()
      answer = withName(data, name)
      const [people, programs, json] = await Promise.all([
        runCommand([...args, '--all'], given),
        runCommand(args, { ...given, isTerminal: false }),
        runCommand([...args, '--json'], given),
      ])
      for (const { stdout, stderr } of [people, programs, json])
        for (const line of (stdout + stderr).split('\n'))
          assert.doesNotMatch(line.replaceAll('\t', ''), HIDDEN, `${args.join(' ')}: ${JSON.stringify(name)}`)
      assert.deepEqual(JSON.parse(json.stdout), answer)
      // A level that is no level is no success.
      if (args[0] !== 'approvals' && args[0] !== 'revoke') assert.equal(people.code, 14, people.stderr)
      assert.ok(people.stdout.includes('USDC'))
    }
  })
})

/** Replaces every text of an answer with a hostile name. */
function withName(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name
  if (Array.isArray(value)) return value.map((one) => withName(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withName(one, name)]))
}
